import Glibc
import KirokuCore

extension PictureFolders {
    /// The bytes of the file, copied: if another program truncated a mapped file, this program would crash.
    public func bytes(of reference: PictureReference, atMost limit: Int) async throws(PictureError) -> [UInt8] {
        guard let file = file(reference) else { throw .gone(name: reference.text) }
        return try await BlockingIO.run(on: file.place.reading) { flag throws(PictureError) in
            try PictureFile(path: file.path).read(atMost: limit, until: flag)
        }
    }
}

/// A file that is read piece by piece, so that reading can be cancelled.
struct PictureFile {
    private static let pieceLength = 1 << 20

    let path: DiskPath

    func read(atMost limit: Int, until flag: StopFlag) throws(PictureError) -> [UInt8] {
        // Otherwise opening a pipe without a writer would wait; the flag does not affect regular files.
        let file = open(path.terminated, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw failure }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure }
        guard status.isRegular else { throw .gone(name: path.name) }
        let size = Int(status.st_size)
        guard size <= limit else { throw .tooLarge(name: path.name) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        // To its current end, as it may still be written to.
        while true {
            let piece = try nextPiece(file)
            if piece.isEmpty { return bytes }
            if flag.isSet { throw .cancelled }
            guard bytes.count + piece.count <= limit else { throw .tooLarge(name: path.name) }
            bytes += piece
        }
    }

    /// The first bytes, up to a limit; empty if the file cannot be opened.
    func start(_ limit: Int) throws(PictureError) -> [UInt8] {
        let file = open(path.terminated, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return try nextPiece(file, atMost: limit)
    }

    /// Reads the next bytes; empty at the end of the file.
    private func nextPiece(_ file: Int32, atMost limit: Int = pieceLength) throws(PictureError) -> [UInt8] {
        var count = 0
        let piece = [UInt8](unsafeUninitializedCapacity: limit) { buffer, length in
            repeat { count = Glibc.read(file, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
            length = max(0, count)
        }
        guard count >= 0 else { throw failure }
        return piece
    }

    private var failure: PictureError { SystemError.last.whileReading(picture: path.name) }
}
