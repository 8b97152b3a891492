import OperatingSystem

/// A package for Debian and its derivatives (deb(5)).
package enum DebianPackage {
  package static func package(_ host: PackedHost) throws(CommandFailure) -> Package {
    var files: [PackedFile] = []
    for file in Tarball.shared(host, zsh: "vendor-completions") {
      // Debian compresses manual pages (Debian Policy 12.1).
      let isManual = file.path.hasPrefix("share/man/")
      let bytes = isManual ? try Gzip(file.bytes).file : file.bytes
      let path = "usr/\(file.path)\(isManual ? ".gz" : "")"
      files.append(PackedFile(path, bytes, isExecutable: file.isExecutable))
    }
    files.append(PackedFile("usr/share/doc/\(host.name)/copyright", host.license))
    let size = files.reduce(0) { $0 + ($1.bytes.count + 1023) / 1024 }
    var fields = [
      "Package: \(host.name)", "Version: \(host.version)",
      "Architecture: \(host.machine.debianName)", "Maintainer: \(host.maintainer)",
      "Installed-Size: \(size)", "Section: utils", "Priority: optional",
      "Description: \(host.summary)",
    ]
    if !host.machine.isStatic { fields.insert("Depends: libc6, libstdc++6", at: 5) }
    let control = PackedFile("control", fields.map { "\($0)\n" }.joined())
    let archive = Archive.ar([
      PackedFile("debian-binary", "2.0\n"),
      PackedFile("control.tar.gz", try Archive.tarGz([control], root: "./")),
      PackedFile("data.tar.gz", try Archive.tarGz(files, root: "./")),
    ])
    let name = "\(host.name)_\(host.version)_\(host.machine.debianName).deb"
    return Package(name: name, bytes: archive)
  }
}
