import CZlib
import KirokuCore

/// The text of a source, decompressed if the source is compressed by gzip, and as it is otherwise.
///
/// Only one piece is in memory at a time. Several compressed texts one after another are one text, as for `zcat`.
actor GzipSource: ByteSource {
    private enum Form {
        case unknown
        case plain
        case gzip(Inflater)
    }

    /// The first bytes of everything that gzip has written.
    private static let mark: [UInt8] = [0x1f, 0x8b]

    private let source: DescriptorSource
    private let name: String
    private var form = Form.unknown
    private var input: [UInt8] = []

    /// - Parameter name: the name of the source in errors.
    init(_ source: DescriptorSource, name: String) {
        (self.source, self.name) = (source, name)
    }

    /// Whether a file begins like a text that is compressed.
    static func isCompressed(_ path: String) -> Bool {
        (try? WholeFile.readStart(path, count: mark.count).start) == mark
    }

    /// The next bytes of the text; none at the end.
    ///
    /// - Throws: the errors of the source; ``StorageError/malformed(path:reason:)`` if the compressed text is damaged.
    func read() async throws(StorageError) -> [UInt8] {
        if case .unknown = form {
            while input.count < Self.mark.count {
                let piece = try await source.read()
                if piece.isEmpty { break }
                input += piece
            }
            form = input.starts(with: Self.mark) ? .gzip(Inflater()) : .plain
        }
        guard case .gzip(let inflater) = form else {
            defer { input = [] }
            return input.isEmpty ? try await source.read() : input
        }
        while true {
            if input.isEmpty { input = try await source.read() }
            let isAtEnd = input.isEmpty
            guard let text = inflater.inflate(&input, isAtEnd: isAtEnd) else {
                throw .malformed(
                    path: name, reason: localized("The compressed text is damaged, or a part of it is missing."))
            }
            if !text.isEmpty || isAtEnd { return text }
        }
    }
}

/// The state of zlib.
private final class Inflater {
    private static let pieceSize = 1 << 18
    /// The greatest window, and the header of gzip.
    private static let windowBits: Int32 = 15 + 16

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool
    /// Whether a compressed text has ended, and perhaps another one follows.
    private var isBetween = false

    init() {
        stream.initialize(to: z_stream())
        isReady =
            inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Decompresses as much of the input as makes a piece, and removes it there; `nil` if it is damaged.
    ///
    /// - Parameter isAtEnd: whether no more input follows.
    func inflate(_ input: inout [UInt8], isAtEnd: Bool) -> [UInt8]? {
        guard isReady else { return nil }
        if input.isEmpty { return isBetween || !isAtEnd ? [] : nil }
        if isBetween {
            guard inflateReset(stream) == Z_OK else { return nil }
            isBetween = false
        }
        var status = Z_OK
        var left = 0
        let text = input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, count in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                status = CZlib.inflate(stream, Z_NO_FLUSH)
                left = Int(stream.pointee.avail_in)
                count = output.count - Int(stream.pointee.avail_out)
            }
        }
        input.removeFirst(input.count - left)
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { return nil }
        isBetween = status == Z_STREAM_END
        return text
    }
}
