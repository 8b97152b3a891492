import OperatingSystem

/// The program, its page for man, what completes its words, and its license: to be unpacked into `/usr/local` or
/// `~/.local`.
package enum Tarball {
  package static func package(_ host: PackedHost) throws(CommandFailure) -> Package {
    let stem = "\(host.name)-\(host.version)-linux-\(host.machine.linuxName)"
    var files = shared(host)
    files.append(PackedFile("share/doc/\(host.name)/LICENSE", host.license))
    var sums = ""
    for file in files { sums += "\(try Checksum(of: file.bytes).text)  \(file.path)\n" }
    files.append(PackedFile("share/doc/\(host.name)/SHA256SUMS", sums))
    return Package(
      name: "\(stem).tar.gz", bytes: try Archive.tarGz(files, root: "\(stem)/"))
  }

  /// What lies at the same places in a package for Debian.
  static func shared(_ host: PackedHost) -> [PackedFile] {
    var files = [PackedFile("bin/\(host.name)", host.program, isExecutable: true)]
    if let manual = host.manual {
      files.append(PackedFile("share/man/man1/\(host.name).1", manual))
    }
    if let completions = host.completions {
      files += [
        PackedFile("share/bash-completion/completions/\(host.name)", completions.bash),
        PackedFile("share/fish/vendor_completions.d/\(host.name).fish", completions.fish),
      ]
    }
    return files
  }
}
