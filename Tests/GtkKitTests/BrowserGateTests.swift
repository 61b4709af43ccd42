import Testing

@testable import GtkKit

@Suite("In a browser: who may have the windows")
struct BrowserGateTests {
    private let gate = BrowserGate(port: 8085)
    private static let host = "127.0.0.1:8085"

    private func request(_ target: String, _ fields: [String] = []) -> BrowserRequest? {
        BrowserRequest(Array((["GET \(target) HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n").utf8))
    }

    private func answer(_ target: String, _ fields: [String]) throws -> BrowserGate.Answer {
        gate.answer(to: try #require(request(target, fields)))
    }

    private func cookie() throws -> String {
        guard case .welcome(let cookie) = try answer("/?\(gate.query)", ["Host: \(Self.host)"]) else { return "" }
        return "Cookie: " + cookie.prefix { $0 != ";" }
    }

    private func line(_ cookie: String, host: String = host, origin: String?, key: String = lineKey) throws
        -> BrowserGate.Answer
    {
        var fields = ["Host: \(host)", cookie, "Upgrade: WebSocket", "Sec-WebSocket-Key: \(key)"]
        if let origin { fields.append("Origin: \(origin)") }
        return try answer("/socket", fields)
    }

    private static let lineKey = "dGhlIHNhbXBsZSBub25jZQ=="

    @Test("The key in the address brings a cookie for this site alone, and that brings the page and its line")
    func right() throws {
        guard case .welcome(let cookie) = try answer("/?\(gate.query)", ["Host: \(Self.host)"]) else {
            return #expect(Bool(false))
        }
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        #expect(!cookie.contains(gate.key))
        let fields = ["Host: \(Self.host)", "Cookie: a=b; \(cookie.prefix { $0 != ";" }); c=d"]
        #expect(try answer("/", fields) == .file(path: "/", type: "text/html; charset=utf-8"))
        #expect(
            try answer("/broadway.js?x", fields) == .file(path: "/broadway.js", type: "text/javascript; charset=utf-8"))
        #expect(try answer("/else", fields) == .unknown)
        for host in [Self.host, "localhost:9000", "LOCALHOST", "[::1]:8085"] {
            #expect(try line(try self.cookie(), host: host, origin: "http://\(host)") == .line(key: Self.lineKey))
        }
    }

    @Test("Another key, another cookie, or none, brings nothing")
    func wrongKey() throws {
        let other = BrowserGate(port: 8085)
        #expect(other.key != gate.key)
        #expect(gate.key.count == 64)
        for query in [other.query, "key=", "key=\(gate.key)0", "key=\(gate.key.dropLast())", "x=1&\(gate.query)"] {
            #expect(try answer("/?\(query)", ["Host: \(Self.host)"]) == .refused)
        }
        for cookie in ["", "; ", "kiroku-8085=", "kiroku-8085=\(gate.key)", "kiroku-8086=1"] {
            #expect(try answer("/", ["Host: \(Self.host)", "Cookie: \(cookie)"]) == .refused)
            #expect(try line("Cookie: \(cookie)", origin: "http://\(Self.host)") == .refused)
        }
        let cookie = try cookie()
        #expect(try answer("/", ["Host: \(Self.host)", "\(cookie); \(cookie.dropFirst(8))"]) == .refused)
    }

    @Test(
        "A host by another name is refused, whoever asks",
        arguments: [
            "evil.example", "evil.example:8085", "127.0.0.1.evil.example", "localhost.evil.example:80", "127.0.0.1:",
            "127.0.0.1:80x", "127.0.0.1:123456", "localhost:80@evil.example", "0.0.0.0:8085", "",
        ])
    func wrongHost(host: String) throws {
        #expect(try answer("/?\(gate.query)", ["Host: \(host)"]) == .refused)
        #expect(try line(try cookie(), host: host, origin: "http://\(host)") == .refused)
    }

    @Test("A page from elsewhere is refused, and so is a line for no page")
    func wrongOrigin() throws {
        for origin in [
            "http://evil.example", "null", "http://127.0.0.1:1", "https://\(Self.host)", "http://localhost:8085", "",
        ] {
            #expect(try line(try cookie(), origin: origin) == .refused)
            #expect(try answer("/?\(gate.query)", ["Host: \(Self.host)", "Origin: \(origin)"]) == .refused)
        }
        #expect(try line(try cookie(), origin: nil) == .refused)
        for key in ["", "short", "dGhlIHNhbXBsZSBub25jZQ=\t", String(repeating: "a", count: 25)]
        where !key.contains("\t") {
            #expect(try line(try cookie(), origin: "http://\(Self.host)", key: key) == .refused)
        }
        #expect(try answer("/socket", ["Host: \(Self.host)", try cookie(), "Origin: http://\(Self.host)"]) == .refused)
    }

    @Test(
        "What two readers could understand differently is no request",
        arguments: [
            "", "\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\n\n", "GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n",
            "POST / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
            "GET http://x/ HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            "GET / HTTP/1.1\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\nA: b\0\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 20_000))\r\n\r\n",
        ])
    func rubbish(head: String) {
        #expect(BrowserRequest(Array(head.utf8)) == nil)
    }
}
