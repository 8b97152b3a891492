import OperatingSystem

/// The program with its manual page, completions and license, to unpack into `/usr/local` or
/// `~/.local`.
package enum Tarball {
  package static func package(_ host: PackedHost) throws(CommandFailure) -> Package {
    let stem = "\(host.name)-\(host.version)-linux-\(host.machine.linuxName)"
    // A zsh that is not the system's reads this folder.
    var files = shared(host, zsh: "site-functions")
    files.append(PackedFile("share/doc/\(host.name)/LICENSE", host.license))
    var sums = ""
    for file in files { sums += "\(try Checksum(of: file.bytes).text)  \(file.path)\n" }
    files.append(PackedFile("share/doc/\(host.name)/SHA256SUMS", sums))
    return Package(
      name: "\(stem).tar.gz", bytes: try Archive.tarGz(files, root: "\(stem)/"))
  }

  /// The files that have the same paths in a Debian package.
  ///
  /// - Parameter zsh: the folder of zsh's completions.
  static func shared(_ host: PackedHost, zsh: String) -> [PackedFile] {
    var files = [PackedFile("bin/\(host.name)", host.program, isExecutable: true)]
    if let manual = host.manual {
      files.append(PackedFile("share/man/man1/\(host.name).1", manual))
    }
    if let completions = host.completions {
      files += [
        PackedFile("share/bash-completion/completions/\(host.name)", completions.bash),
        PackedFile("share/fish/vendor_completions.d/\(host.name).fish", completions.fish),
        PackedFile("share/zsh/\(zsh)/_\(host.name)", completions.zsh),
      ]
    }
    return files
  }
}
