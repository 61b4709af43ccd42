import Testing

@testable import KirokuPresentation

@Suite("Addresses in texts")
struct TextAddressTests {
    @Test(
        "What is one, and where it ends",
        arguments: [
            ("https://example.org", ["https://example.org"]),
            ("See http://a.example/b?c=d&e=f#g.", ["http://a.example/b?c=d&e=f#g"]),
            ("(https://example.org/a_(b)), and", ["https://example.org/a_(b)"]),
            ("<https://example.org/>", ["https://example.org/"]),
            ("www.example.org!", ["https://www.example.org"]), ("HTTPS://EXAMPLE.ORG", ["HTTPS://EXAMPLE.ORG"]),
            (
                "aiko@example.org, bob.b+c@mail.example.org",
                ["mailto:aiko@example.org", "mailto:bob.b+c@mail.example.org"]
            ),
            ("mailto:aiko@example.org?subject=x", ["mailto:aiko@example.org?subject=x"]),
            ("「https://例え.jp/パス」を見る", ["https://例え.jp/パス"]),
            ("https://a.example https://a.example\nhttps://b.example", ["https://a.example", "https://b.example"]),
            ("javascript:alert(1) file:///etc/passwd ftp://a.example data:text/html,x", []), ("https://", []),
            ("a@b", []),
            ("@home a@@b.c a@b..c mailto:x", []), ("3.5 1@2", []), ("", []), ("www.", []),
            ("https://a.example/\u{202e}gro", []), ("https://a.example/\u{200b}b", []),
        ] as [(String, [String])])
    func found(text: String, expected: [String]) {
        #expect(TextAddress.found(in: text).map(\.uri) == expected)
    }

    @Test("Nothing is opened but web pages and mail, and no more than some of one text")
    func bounds() {
        let many = (0..<100).map { "https://a\($0).example" }.joined(separator: " ")
        #expect(TextAddress.found(in: many).count == TextAddress.limit)
        let long = String(repeating: "x ", count: 24_990) + "https://example.org/" + String(repeating: "y", count: 100)
        #expect(TextAddress.found(in: long).isEmpty, "it is cut off at the end of what is looked at")
    }
}
