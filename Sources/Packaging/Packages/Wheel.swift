import CodeGeneration
import OperatingSystem

/// A package for Python (PyPA's binary distribution format 1.0): the client under the host's name,
/// with the program and the typed classes of its contract.
package enum Wheel {
  /// - Parameter client: the folder of the Python client.
  package static func package(
    _ host: PackedHost, client: String
  ) throws(CommandFailure) -> Package {
    let module = host.moduleName
    var files: [PackedFile] = []
    let sources = "\(client)/src/viewmodel_host"
    guard let names = Files.names(inFolder: sources), names.contains("__init__.py") else {
      throw CommandFailure(.noInput, "\(sources): the client for Python is not there")
    }
    for name in names where name.hasSuffix(".py") || name == "py.typed" {
      let bytes = try CommandFailure.with(.noInput) { try Files.read("\(sources)/\(name)") }
      files.append(PackedFile("\(module)/\(name)", bytes))
    }
    for language in Language.all where ["python", "python-asyncio"].contains(language.name) {
      for file in language.files(host.contract, client: module) {
        files.append(PackedFile("\(module)/\(file.name)", file.text))
      }
    }
    files.append(PackedFile("\(module)/bin/\(host.name)", host.program, isExecutable: true))
    let about = "\(module)-\(host.version).dist-info"
    let tags = host.machine.wheelTags.split(separator: ".")
    files += [
      PackedFile("\(about)/METADATA", metadata(host)),
      PackedFile(
        "\(about)/WHEEL",
        "Wheel-Version: 1.0\nGenerator: viewmodel-pack\nRoot-Is-Purelib: false\n"
          + tags.map { "Tag: py3-none-\($0)\n" }.joined()),
      PackedFile(
        "\(about)/entry_points.txt",
        "[console_scripts]\n\(host.name) = \(module).command:run_program\n"),
      PackedFile("\(about)/licenses/LICENSE", host.license),
    ]
    var record = ""
    for file in files {
      let sum = try Checksum(of: file.bytes).base64
      record += "\(file.path),sha256=\(sum),\(file.bytes.count)\n"
    }
    files.append(PackedFile("\(about)/RECORD", record + "\(about)/RECORD,,\n"))
    return Package(
      name: "\(module)-\(host.version)-py3-none-\(host.machine.wheelTags).whl",
      bytes: try Archive.zip(files))
  }

  private static func metadata(_ host: PackedHost) -> String {
    """
    Metadata-Version: 2.4
    Name: \(host.name)
    Version: \(host.version)
    Summary: \(host.summary)
    License-File: LICENSE
    Requires-Python: >=3.9
    Description-Content-Type: text/markdown

    \(host.summary). The program is part of the package.

    ```python
    from \(host.moduleName) import Host

    with Host() as host:
        print(host.list())
    ```

    `\(host.moduleName).view_models` has typed classes, and `\(host.moduleName).async_view_models` those for asyncio.

    """
  }
}
