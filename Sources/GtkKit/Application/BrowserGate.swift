/// Decides whether a browser may have the windows: only a page that has come from the address that the program has
/// announced may.
///
/// Any web page can make a browser send requests to this machine, with the browser's cookies. So a request must name
/// this machine as its host, which a page of another name cannot do; it must come from no page or from ours; and it
/// must have the key, which is in the address that the user opens, and afterwards in a cookie.
struct BrowserGate: Sendable {
    /// What may be passed on, or the answer instead.
    enum Answer: Hashable, Sendable {
        /// The user has opened the address: the browser gets this cookie, and then the page.
        case welcome(cookie: String)
        /// A file of the page, by its path, and of what type it is.
        case file(path: String, type: String)
        /// The line on which pictures and keys go to and fro: with this key of the browser's, to prove that it is
        /// answered.
        case line(key: String)
        /// What was requested does not exist.
        case unknown
        /// The browser is not allowed.
        case refused
    }

    /// The key that the address has.
    let key: String
    private let pass: String
    private let port: Int

    /// - Parameter port: at which the program listens.
    init(port: Int) {
        self.port = port
        (key, pass) = (Self.secret(), Self.secret())
    }

    /// The answer to a request.
    func answer(to request: BrowserRequest) -> Answer {
        guard let host = request["Host"], Self.isThisMachine(host) else { return .refused }
        let origin = request["Origin"]
        guard origin == nil || origin == "http://\(host)" else { return .refused }
        if request.path == "/", request.query.hasPrefix(Self.keyName + "=") {
            let given = request.query.dropFirst(Self.keyName.count + 1)
            guard Self.isSame(given.utf8, key.utf8) else { return .refused }
            return .welcome(cookie: "\(cookieName)=\(pass); Path=/; HttpOnly; SameSite=Strict")
        }
        guard let cookie = request.cookie(cookieName), Self.isSame(cookie.utf8, pass.utf8) else { return .refused }
        switch request.path {
        case "/", "/client.html": return .file(path: "/", type: "text/html; charset=utf-8")
        case "/broadway.js": return .file(path: "/broadway.js", type: "text/javascript; charset=utf-8")
        case "/socket":
            guard origin != nil, request["Upgrade"]?.lowercased() == "websocket",
                let key = request["Sec-WebSocket-Key"], Self.isLineKey(key)
            else { return .refused }
            return .line(key: key)
        default: return .unknown
        }
    }

    /// The part of the address after its question mark.
    var query: String { "\(Self.keyName)=\(key)" }

    private static let keyName = "key"

    /// Cookies are for all ports of a machine.
    private var cookieName: String { "kiroku-\(port)" }

    /// Whether a host, perhaps with a port, is this machine as its own browser calls it, or one from which a port leads
    /// here.
    private static func isThisMachine(_ host: String) -> Bool {
        ["127.0.0.1", "localhost", "[::1]"].contains { name in
            guard host.lowercased().hasPrefix(name) else { return false }
            let rest = host.dropFirst(name.count)
            return rest.isEmpty
                || rest.first == ":" && 1...5 ~= rest.count - 1 && rest.dropFirst().utf8.allSatisfy { isDigit($0) }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    /// Sixteen bytes in base 64, which are sent to `broadwayd`.
    private static func isLineKey(_ key: String) -> Bool {
        key.utf8.count == 24
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"),
                    UInt8(ascii: "/"), UInt8(ascii: "="):
                    true
                default: isDigit(byte)
                }
            }
    }

    /// Compares in such a way that the time taken does not reveal where they differ.
    private static func isSame(_ given: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        given.count == right.count && zip(given, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// 256 bits that no one can guess, as text.
    private static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
