import Glibc

/// A source of text in pieces, such as a file or a pipe.
public protocol ByteSource: Sendable {
    /// Returns the next bytes; none at the end.
    func read() async throws(StorageError) -> [UInt8]
}

/// An open file, such as standard input, from which bytes are read as they arrive.
///
/// The file stays open.
public struct DescriptorSource: ByteSource {
    private static let pieceSize = 1 << 18
    /// In milliseconds: how often a waiting read checks whether it was cancelled.
    private static let patience: Int32 = 200

    private let number: Int32
    private let name: String

    /// - Parameters:
    ///   - number: the file descriptor; 0 is standard input.
    ///   - name: the name of the file in errors.
    public init(_ number: Int32, name: String) {
        self.number = number
        self.name = name
    }

    /// Returns the available bytes; waits for some on a separate thread.
    ///
    /// - Throws: ``StorageError/unreadable(path:reason:)``; ``StorageError/cancelled`` if the task is cancelled.
    public func read() async throws(StorageError) -> [UInt8] {
        try await BlockingIO.run { stop throws(StorageError) in
            do throws(SystemError) {
                return try readPiece(stop)
            } catch {
                throw error.whileReading(name)
            }
        }
    }

    private func readPiece(_ stop: StopFlag) throws(SystemError) -> [UInt8] {
        guard number >= 0 else { throw SystemError(code: EBADF) }
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        while !stop.isSet {
            let ready = poll(&waiting, 1, Self.patience)
            if ready > 0 { break }
            guard ready == 0 || errno == EINTR else { throw .last }
        }
        if stop.isSet { return [] }
        var code: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            var read = -1
            repeat { read = Glibc.read(number, buffer.baseAddress, buffer.count) } while read < 0 && errno == EINTR
            if read < 0 { code = errno }
            count = max(read, 0)
        }
        guard code == 0 else { throw SystemError(code: code) }
        return piece
    }
}
