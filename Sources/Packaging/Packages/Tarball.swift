import OperatingSystem

/// The program, its page for man, what completes its words, and its license: to be unpacked into `/usr/local` or
/// `~/.local`.
package enum Tarball {
  package static func package(_ host: PackedHost) throws(CommandFailure) -> Package {
    let stem = "\(host.name)-\(host.version)-linux-\(host.machine.linuxName)"
    // Where a zsh that is not the system's own looks.
    var files = shared(host, zsh: "site-functions")
    files.append(PackedFile("share/doc/\(host.name)/LICENSE", host.license))
    var sums = ""
    for file in files { sums += "\(try Checksum(of: file.bytes).text)  \(file.path)\n" }
    files.append(PackedFile("share/doc/\(host.name)/SHA256SUMS", sums))
    return Package(
      name: "\(stem).tar.gz", bytes: try Archive.tarGz(files, root: "\(stem)/"))
  }

  /// What lies at the same places in a package for Debian.
  ///
  /// - Parameter zsh: the folder in which zsh looks for completions.
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
