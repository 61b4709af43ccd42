import CGtk
import Glibc

/// Stands between browsers and `broadwayd`, which trusts anyone who reaches it; passes on what ``BrowserGate`` lets
/// through.
///
/// It has its own threads, one or two for each connection, so pages are served while the program is busy.
final class BrowserProxy: Sendable {
    /// How many connections are served at a time; the others wait.
    private static let connections: Int32 = 16
    /// How long a browser may take for its request, and `broadwayd` for a file, in seconds.
    private static let patience: UInt32 = 10
    /// In bytes: more than any file of the page has.
    private static let largestFile = 16 << 20

    private let gate: BrowserGate
    private let server: BroadwayServer
    private let refusal: @Sendable () -> String

    /// - Parameters:
    ///   - refusal: the answer to a browser that may not have the windows.
    init(_ gate: BrowserGate, before server: BroadwayServer, refusal: @escaping @Sendable () -> String) {
        self.gate = gate
        self.server = server
        self.refusal = refusal
    }

    /// A service that has a port of this machine and accepts nothing yet; `nil` if the port is taken.
    static func service(at port: Int) -> UnsafeMutablePointer<GSocketService>? {
        let address = g_inet_socket_address_new_from_string(BrowserDisplay.host, UInt32(port))
        defer { g_object_unref(UnsafeMutableRawPointer(address)) }
        guard let service = g_threaded_socket_service_new(connections) else { return nil }
        g_socket_service_stop(service)
        let isTaken = withListener(of: service) { listener in
            g_socket_listener_add_address(
                listener, address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil, nil, nil) == 0
        }
        guard isTaken else { return service }
        g_object_unref(UnsafeMutableRawPointer(service))
        return nil
    }

    /// Releases the port.
    static func close(_ service: UnsafeMutablePointer<GSocketService>) {
        withListener(of: service) { g_socket_listener_close($0) }
        g_object_unref(UnsafeMutableRawPointer(service))
    }

    private static func withListener<Result>(
        of service: UnsafeMutablePointer<GSocketService>, _ body: (UnsafeMutablePointer<GSocketListener>) -> Result
    ) -> Result {
        body(UnsafeMutableRawPointer(service).assumingMemoryBound(to: GSocketListener.self))
    }

    /// Serves all connections while the process lives and its main loop runs.
    func serve(_ service: UnsafeMutablePointer<GSocketService>) {
        typealias Run =
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutablePointer<GSocketConnection>?, UnsafeMutableRawPointer?,
                UnsafeMutableRawPointer?
            ) -> gboolean
        let run: Run = { _, connection, _, proxy in
            guard let connection, let proxy else { return 1 }
            Unmanaged<BrowserProxy>.fromOpaque(proxy).takeUnretainedValue().serve(connection)
            return 1
        }
        g_signal_connect_data(
            service, "run", unsafeBitCast(run, to: GCallback.self), Unmanaged.passRetained(self).toOpaque(), nil,
            GConnectFlags(0))
        g_socket_service_start(service)
    }

    private func serve(_ connection: UnsafeMutablePointer<GSocketConnection>) {
        let browser = BrowserLine(connection)
        browser.setPatience(Self.patience)
        guard let head = browser.head(within: Self.patience) else { return }
        guard let request = BrowserRequest(head) else { return browser.answer("400 Bad Request") }
        switch gate.answer(to: request) {
        case .welcome(let cookie):
            // A page of our own leads on: the browser would keep the cookie from a page to which another site's link
            // led.
            browser.answer(
                "200 OK", "text/html; charset=utf-8",
                "<!DOCTYPE html><title>Kiroku</title><meta http-equiv=\"refresh\" content=\"0; url=/\">\n",
                ["Set-Cookie: \(cookie)"])
        case .file(let path, let type): pass(path, type, to: browser)
        case .line(let key): connect(browser, key)
        case .unknown: browser.answer("404 Not Found")
        case .refused: browser.answer("403 Forbidden", "text/plain; charset=utf-8", refusal() + "\n")
        }
    }

    private func pass(_ path: String, _ type: String, to browser: BrowserLine) {
        guard let line = server.connect() else { return browser.answer("502 Bad Gateway") }
        defer { line.close() }
        line.setPatience(Self.patience)
        line.write("GET \(path) HTTP/1.1\r\nHost: \(BrowserDisplay.host)\r\n\r\n")
        guard let answer = line.rest(atMost: Self.largestFile), answer.starts(with: "HTTP/1.0 200 ".utf8),
            let end = BrowserLine.endOfHead(in: answer)
        else { return browser.answer("502 Bad Gateway") }
        browser.answer("200 OK", type, answer[end...])
    }

    /// Passes on everything in both directions until one side ends it.
    private func connect(_ browser: BrowserLine, _ key: String) {
        guard let line = server.connect() else { return browser.answer("502 Bad Gateway") }
        defer { line.close() }
        let head = [
            "GET /socket HTTP/1.1", "Host: \(BrowserDisplay.host)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: broadway",
        ]
        line.write(head.joined(separator: "\r\n") + "\r\n\r\n")
        browser.setPatience(0)
        BrowserLine.join(browser, line)
    }
}

/// A `broadwayd` that only this process can reach: its socket has no name any more.
final class BroadwayServer: Sendable {
    /// `O_PATH`, which Swift does not import: the descriptor stands for the place and opens nothing.
    private static let pathOnly: Int32 = 0o10000000
    private let socket: Int32

    /// - Parameter path: of its socket, which is removed from its folder.
    init?(at path: String) {
        socket = open(path, Self.pathOnly | O_NOFOLLOW | O_CLOEXEC)
        unlink(path)
        guard socket >= 0 else { return nil }
    }

    deinit {
        close(socket)
    }

    /// A new connection to it; `nil` if it cannot be reached.
    func connect() -> BrowserLine? {
        guard let address = g_unix_socket_address_new("/proc/self/fd/\(socket)"),
            let socket = g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, nil)
        else { return nil }
        defer {
            g_object_unref(UnsafeMutableRawPointer(socket))
            g_object_unref(UnsafeMutableRawPointer(address))
        }
        guard g_socket_connect(socket, address, nil, nil) != 0,
            let connection = g_socket_connection_factory_create_connection(socket)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
        return BrowserLine(connection)
    }
}
