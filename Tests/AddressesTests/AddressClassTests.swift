import Addresses
import Testing

@Suite struct AddressClassTests {
  @Test(
    "a literal has the class of what it reaches",
    arguments: [
      ("127.0.0.1", AddressClass.loopback), ("0.0.0.0", .loopback), ("127.1", .loopback),
      ("0x7f000001", .loopback),
      ("017700000001", .loopback), ("2130706433", .loopback), ("169.254.0.1", .linkLocal),
      ("10.1.2.3", .private),
      ("172.31.255.255", .private), ("172.32.0.1", .public), ("192.168.1.1", .private),
      ("100.64.0.1", .private),
      ("100.128.0.1", .public), ("224.0.0.1", .private), ("255.255.255.255", .private), ("8.8.8.8", .public),
      ("::1", .loopback), ("::", .loopback), ("[::1]", .loopback), ("fe80::1%25eth0", .linkLocal),
      ("fe80::1%eth0", .linkLocal), ("fd00::1", .private), ("ff02::1", .private),
      ("2606:4700::1111", .public),
      ("2001:db8::1", .private), ("::ffff:127.0.0.1", .loopback), ("::ffff:8.8.8.8", .public),
      ("::10.0.0.1", .private), ("64:ff9b::7f00:1", .loopback), ("64:ff9b::808:808", .public),
      ("2002:7f00:1::", .loopback), ("2002:0a00:1::", .private), ("2001:0:1:2:3:4:80ff:fffe", .loopback),
      ("fec0::1", .private), ("2001:4860::5efe:a9fe:1", .linkLocal),
    ])
  func literal(_ text: String, _ expected: AddressClass) {
    #expect(AddressClass.of(literal: text) == expected)
  }

  @Test(
    "a name has no class", arguments: ["localhost", "example.com", "", "1.2.3.4.5", "cafe", "a.b", "[::1"])
  func name(_ text: String) {
    #expect(AddressClass.of(literal: text) == nil)
  }

  @Test("public is above private, private above link-local, link-local above loopback")
  func order() {
    #expect(AddressClass.public > .private)
    #expect(AddressClass.private > .linkLocal)
    #expect(AddressClass.linkLocal > .loopback)
  }

  @Test("only 4 and 16 bytes have a class")
  func counts() {
    #expect(classify(ipv4: [1, 2, 3]) == nil)
    #expect(classify(ipv6: [UInt8](repeating: 0, count: 4)) == nil)
  }
}
