import Glibc

/// Takes the pieces of a text, one after the other: a file, a pipe, whatever somebody writes.
public protocol ByteSink: Sendable {
    /// Takes the next piece; returns when the one after it may come.
    func write(_ bytes: [UInt8]) async throws(StorageError)
}

/// An open file, such as standard output, that bytes go to as they come.
///
/// It stays open.
public struct DescriptorSink: ByteSink {
    private let number: Int32
    private let name: String

    /// - Parameters:
    ///   - number: the file descriptor; 1 is standard output.
    ///   - name: as errors name it.
    public init(_ number: Int32, name: String) {
        self.number = number
        self.name = name
    }

    /// - Throws: ``StorageError/unwritable(path:reason:)``, ``StorageError/diskFull(path:)``. Where the reader of a pipe
    ///   has gone, that is the first of them, if the program ignores `SIGPIPE`.
    public func write(_ bytes: [UInt8]) throws(StorageError) {
        do {
            try FileDescriptor.write(bytes, to: number)
        } catch {
            throw error.whileWriting(name)
        }
    }
}
