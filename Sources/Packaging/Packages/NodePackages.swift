import CodeGeneration
import JSON
import OperatingSystem

/// Two packages for npm: the client under the host's name, with the typed ViewModels of its
/// contract, and the program for one platform, as an optional dependency of the first. Neither runs
/// an install script.
package enum NodePackages {
  /// - Parameter client: the folder of the Node client.
  package static func packages(
    _ host: PackedHost, client: String
  ) throws(CommandFailure) -> [Package] {
    [try package(host, client: client), try platformPackage(host)]
  }

  private static func package(
    _ host: PackedHost, client: String
  ) throws(CommandFailure) -> Package {
    var about = try CommandFailure.with(.noInput) {
      try JSONValue(parsing: try Files.read("\(client)/package.json")).objectValue ?? [:]
    }
    var exports = about["exports"]?.objectValue ?? [:]
    exports["./viewModels"] = ["types": "./viewModels.d.ts", "default": "./viewModels.js"]
    about["name"] = .string(host.name)
    about["version"] = .string(host.version)
    about["description"] = .string(host.summary)
    about["exports"] = .object(exports)
    about["bin"] = .object([host.name: "./bin/program.js"])
    about["optionalDependencies"] = .object([platformName(host): .string(host.version)])
    about["license"] = "SEE LICENSE IN LICENSE"
    for member in ["scripts", "files"] { about[member] = nil }
    var files = [
      PackedFile("package.json", "\(JSONValue.object(about))\n"),
      PackedFile("LICENSE", host.license),
      PackedFile("README.md", readme(host)),
      PackedFile("bin/program.js", Array(launcher.utf8), isExecutable: true),
    ]
    guard let names = Files.names(inFolder: "\(client)/src") else {
      throw CommandFailure(.noInput, "\(client)/src: the client for Node is not there")
    }
    for name in names {
      let bytes = try CommandFailure.with(.noInput) { try Files.read("\(client)/src/\(name)") }
      files.append(PackedFile("src/\(name)", bytes))
    }
    for language in Language.all where language.name == "javascript" {
      for file in language.files(host.contract, client: host.name) {
        files.append(PackedFile(file.name, file.text))
      }
    }
    return Package(
      name: "\(host.name)-\(host.version).tgz",
      bytes: try Archive.tarGz(files, root: "package/"))
  }

  private static func platformPackage(_ host: PackedHost) throws(CommandFailure) -> Package {
    let name = platformName(host)
    let about: JSONObject = [
      "name": .string(name), "version": .string(host.version),
      "description": .string("The program of \(host.name), for Linux"),
      "license": "SEE LICENSE IN LICENSE", "os": ["linux"],
      "cpu": [.string(host.machine.nodeName)],
    ]
    let files = [
      PackedFile("package.json", "\(JSONValue.object(about))\n"),
      PackedFile("LICENSE", host.license),
      PackedFile("bin/\(host.name)", host.program, isExecutable: true),
    ]
    return Package(
      name: "\(name)-\(host.version).tgz", bytes: try Archive.tarGz(files, root: "package/"))
  }

  private static func platformName(_ host: PackedHost) -> String {
    "\(host.name)-linux-\(host.machine.nodeName)"
  }

  private static let launcher = """
    #!/usr/bin/env node
    import { spawnSync } from "node:child_process";
    import { bundledProgram } from "../src/bundled.cjs";

    const program = bundledProgram();
    if (program === null) throw new Error("the package with the program for this platform is not installed");
    const { status, error } = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
    if (error) throw error;
    process.exitCode = status ?? 1;

    """

  private static func readme(_ host: PackedHost) -> String {
    """
    # \(host.name)

    \(host.summary). The program is in a package for each platform, which comes with this one.

    ```js
    import { Host } from "\(host.name)";

    const host = await Host.start();
    console.log(await host.list());
    await host.close();
    ```

    `\(host.name)/viewModels` has what creates the ViewModels, with types.

    """
  }
}
