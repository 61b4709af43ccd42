import CGtk
import Glibc

/// A connection with a browser or with `broadwayd`; its calls wait for the other side.
final class BrowserLine: @unchecked Sendable {
    // Reading and writing may happen on two threads at a time, which GIO allows for the two streams of a connection.
    private let connection: UnsafeMutablePointer<GSocketConnection>

    init(_ connection: UnsafeMutablePointer<GSocketConnection>) {
        self.connection = connection
        g_object_ref(connection)
    }

    deinit {
        g_object_unref(connection)
    }

    private var socket: UnsafeMutablePointer<GSocket>? { g_socket_connection_get_socket(connection) }

    private var stream: UnsafeMutablePointer<GIOStream> {
        UnsafeMutableRawPointer(connection).assumingMemoryBound(to: GIOStream.self)
    }

    /// Sets how many seconds the other side may do nothing; 0 for ever.
    func setPatience(_ seconds: UInt32) {
        g_socket_set_timeout(socket, seconds)
    }

    /// Ends the connection.
    func close() {
        g_socket_shutdown(socket, 1, 1, nil)
    }

    // MARK: Reading

    /// The head of a request, with the empty line after it.
    ///
    /// - Parameter seconds: the time within which all of it must arrive.
    /// - Returns: `nil` if it does not arrive, is too long, or is followed by something.
    func head(within seconds: UInt32) -> [UInt8]? {
        let end = g_get_monotonic_time() + gint64(seconds) * 1_000_000
        var head: [UInt8] = []
        while head.count <= BrowserRequest.largestHead, g_get_monotonic_time() < end {
            guard read(into: &head, atMost: BrowserRequest.largestHead + 1 - head.count) else { return nil }
            if let length = Self.endOfHead(in: head) { return length == head.count ? head : nil }
        }
        return nil
    }

    /// Everything that arrives until the other side ends the connection; `nil` if that exceeds the limit.
    func rest(atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while read(into: &bytes, atMost: 64 << 10) {
            if bytes.count > limit { return nil }
        }
        return bytes
    }

    /// Where the head of a request or an answer ends, after its empty line.
    static func endOfHead(in bytes: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        return bytes.indices.dropLast(mark.count - 1).first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
    }

    private func read(into bytes: inout [UInt8], atMost count: Int) -> Bool {
        guard count > 0 else { return false }
        var part = [UInt8](repeating: 0, count: count)
        let read = g_input_stream_read(g_io_stream_get_input_stream(stream), &part, gsize(count), nil, nil)
        guard read > 0 else { return false }
        bytes += part[..<Int(read)]
        return true
    }

    // MARK: Writing

    /// Writes a text; whether it arrives shows when something is read.
    func write(_ text: String) { write(Array(text.utf8)) }

    private func write(_ bytes: [UInt8]) {
        g_output_stream_write_all(
            g_io_stream_get_output_stream(stream), bytes, gsize(bytes.count), nil, nil, nil)
    }

    /// Answers a request, after which the connection ends.
    ///
    /// - Parameters:
    ///   - status: the number and the words for it.
    ///   - type: the type of the contents.
    ///   - contents: UTF-8 or other bytes.
    ///   - fields: additional lines of the head.
    func answer(
        _ status: String, _ type: String = "text/plain; charset=utf-8", _ contents: some Collection<UInt8>,
        _ fields: [String] = []
    ) {
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(contents.count)", "Connection: close",
            "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
            "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin",
            "Cross-Origin-Opener-Policy: same-origin",
        ]
        write(Array(((head + fields).joined(separator: "\r\n") + "\r\n\r\n").utf8) + contents)
    }

    /// Answers a request with a text.
    func answer(_ status: String, _ type: String, _ text: String, _ fields: [String] = []) {
        answer(status, type, text.utf8, fields)
    }

    /// Answers a request with its status alone.
    func answer(_ status: String) { answer(status, "text/plain; charset=utf-8", status + "\n") }

    // MARK: Joining

    /// Passes on what arrives on each of two connections to the other one, until one of them ends.
    static func join(_ first: BrowserLine, _ second: BrowserLine) {
        let pair = Unmanaged.passRetained(Pair(from: first, to: second)).toOpaque()
        let back = g_thread_new(
            "browser",
            { pair in
                guard let pair else { return nil }
                Unmanaged<Pair>.fromOpaque(pair).takeRetainedValue().pass()
                return nil
            }, pair)
        Pair(from: second, to: first).pass()
        g_thread_join(back)
    }

    private final class Pair: Sendable {
        private let from: BrowserLine
        private let to: BrowserLine

        init(from: BrowserLine, to: BrowserLine) {
            (self.from, self.to) = (from, to)
        }

        /// Passes everything on in one direction, and then ends both.
        func pass() {
            g_output_stream_splice(
                g_io_stream_get_output_stream(to.stream), g_io_stream_get_input_stream(from.stream),
                GOutputStreamSpliceFlags(0), nil, nil)
            from.close()
            to.close()
        }
    }
}
