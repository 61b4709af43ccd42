import Dispatch
import Glibc
import Synchronization

/// A line to a server that is cut after so many bytes.
///
/// It listens on a Unix socket in a folder, as a server does, and passes everything on to the real one until it is told to
/// cut. A line that is cut is closed on the side of the client only, so that the server learns of it as late as over a
/// network that goes away, unless it tries to write.
final class CuttingProxy: Sendable {
    private struct State {
        /// How many bytes may still pass upwards, over all lines; `nil` for any number.
        var left: Int?
        var passed = 0
        var isClosed = false
        var clients: [Int32] = []
    }

    /// The folder of the socket, for an address.
    let folder: String
    private let server: String
    private let listener: Int32
    private let state = Mutex(State())
    private let spoiled: [[UInt8]]

    /// - Parameters:
    ///   - folder: an empty folder, for the socket.
    ///   - server: the folder of the server's socket.
    ///   - spoiled: words of which it changes the last letter, so that the server does not understand them.
    init(_ folder: String, to server: String, port: Int, spoiling spoiled: [String] = []) {
        self.folder = folder
        self.spoiled = spoiled.map { Array($0.utf8) }
        self.server = server + "/.s.PGSQL.\(port)"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        Self.withAddress(folder + "/.s.PGSQL.\(port)") { address, length in _ = bind(listener, address, length) }
        listen(listener, 16)
        Thread.run { [self] in accept() }
    }

    deinit { close(listener) }

    /// How many bytes have passed upwards.
    var passedCount: Int { state.withLock(\.passed) }

    /// Cuts the line after so many more bytes; `nil` for never.
    func cut(after count: Int?) { state.withLock { $0.left = count } }

    /// Cuts the lines that there are, in both directions.
    func cutAll() {
        let clients = state.withLock { state in
            defer { state.clients = [] }
            return state.clients
        }
        for client in clients { shutdown(client, Int32(SHUT_RDWR)) }
    }

    /// Ends all lines, and takes no more.
    func end() {
        let clients = state.withLock { state in
            state.isClosed = true
            return state.clients
        }
        for client in clients { shutdown(client, Int32(SHUT_RDWR)) }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            Self.withAddress(server) { address, length in _ = connect(upstream, address, length) }
            state.withLock { $0.clients.append(client) }
            Thread.run { [self] in pass(from: client, to: upstream, isUp: true) }
            Thread.run { [self] in pass(from: upstream, to: client, isUp: false) }
        }
    }

    private func pass(from: Int32, to: Int32, isUp: Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(from, &buffer, buffer.count)
            guard count > 0 else { break }
            let allowed = isUp ? take(count) : count
            if isUp { for word in spoiled { spoil(word, in: &buffer, count) } }
            if allowed > 0 { _ = send(to, buffer, allowed, Int32(MSG_NOSIGNAL)) }
            if allowed < count {
                // The client sees the end at once; the server keeps what it has.
                shutdown(from, Int32(SHUT_RDWR))
                return
            }
        }
        shutdown(to, Int32(SHUT_RDWR))
    }

    private func spoil(_ word: [UInt8], in buffer: inout [UInt8], _ count: Int) {
        for range in buffer[..<count].ranges(of: word) { buffer[range.upperBound - 1] ^= 1 }
    }

    private func take(_ count: Int) -> Int {
        state.withLock { state in
            let allowed = min(count, state.left ?? count)
            state.passed += allowed
            if let left = state.left { state.left = left - allowed }
            return allowed
        }
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Void) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private enum Thread {
        static func run(_ work: @escaping @Sendable () -> Void) {
            DispatchQueue(label: "kiroku.proxy").async(execute: work)
        }
    }
}
