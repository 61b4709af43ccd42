import Glibc

/// A receiver of text in pieces, such as a file or a pipe.
public protocol ByteSink: Sendable {
    /// Receives the next piece; returns when it is ready for another.
    func write(_ bytes: [UInt8]) async throws(StorageError)
}

/// An open file, such as standard output, to which the bytes are written at once.
///
/// The file stays open.
public struct DescriptorSink: ByteSink {
    private let number: Int32
    private let name: String

    /// - Parameters:
    ///   - number: the file descriptor; 1 is standard output.
    ///   - name: the name of the file in errors.
    public init(_ number: Int32, name: String) {
        self.number = number
        self.name = name
    }

    /// - Throws: ``StorageError/unwritable(path:reason:)``, also if the reader of a pipe has gone and the program
    ///   ignores `SIGPIPE`; ``StorageError/diskFull(path:)``.
    public func write(_ bytes: [UInt8]) throws(StorageError) {
        do {
            try FileDescriptor.write(bytes, to: number)
        } catch {
            throw error.whileWriting(name)
        }
    }
}
