import Testing

@testable import Packaging

struct ChecksumTests {
  /// The example of NIST for FIPS 180-4; its second form is what Python's
  /// `base64.urlsafe_b64encode` makes of it.
  @Test func aSumIsThatOfTheStandard() throws {
    let sum = try Checksum(of: Array("abc".utf8))
    #expect(sum.text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(sum.base64 == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
  }
}
