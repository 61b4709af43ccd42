import Glibc
import KirokuPictures

/// Looks for the end of a picture in the bytes to decode, because decoders replace a missing part with grey.
enum PictureEnd {
    case jpeg(JPEGEnd)
    case png(PNGEnd)
    /// The decoder itself reports missing parts.
    case unneeded

    init(of format: PictureFormat?) {
        self =
            switch format {
            case .jpeg: .jpeg(JPEGEnd())
            case .png: .png(PNGEnd())
            default: .unneeded
            }
    }

    mutating func take(_ bytes: [UInt8]) {
        switch self {
        case .jpeg(var end):
            end.take(bytes)
            self = .jpeg(end)
        case .png(var end):
            end.take(bytes)
            self = .png(end)
        case .unneeded: break
        }
    }

    /// Whether the bytes so far contain the whole picture.
    var isFound: Bool {
        switch self {
        case .jpeg(let end): end.isFound
        case .png(let end): end.isFound
        case .unneeded: true
        }
    }
}

/// Finds the end of a JPEG file, a mark that does not occur in the pixels.
///
/// Small pictures in the segments before the pixels have the same mark, so the segments are skipped by their lengths.
/// What follows the mark, such as a film, is not part of the picture.
struct JPEGEnd {
    private(set) var isFound = false
    /// The number of bytes to skip up to the next mark.
    private var skip = 2
    /// The part of a mark, and of the length after it, that has arrived.
    private var mark: [UInt8] = []
    private var isInPixels = false
    private var lastWasFF = false

    mutating func take(_ bytes: [UInt8]) {
        var place = 0
        while place < bytes.count, !isFound {
            if isInPixels { return takePixels(bytes, from: place) }
            let step = min(skip, bytes.count - place)
            skip -= step
            place += step
            guard place < bytes.count else { return }
            mark.append(bytes[place])
            place += 1
            takeMark()
        }
    }

    private mutating func takeMark() {
        if mark.count == 2, mark[1] == 0xff { mark.removeLast() }
        guard mark.count == 4 else { return }
        // The length counts its own two bytes.
        skip = max(0, Int(mark[2]) << 8 + Int(mark[3]) - 2)
        isInPixels = mark[1] == 0xda
        mark = []
    }

    private mutating func takePixels(_ bytes: [UInt8], from start: Int) {
        var place = start
        if lastWasFF, bytes[place] == 0xd9 { isFound = true }
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            while !isFound, let hit = memchr(base + place, 0xff, buffer.count - place) {
                place = UnsafeRawPointer(hit) - base + 1
                guard place < buffer.count else { break }
                isFound = buffer[place] == 0xd9
            }
        }
        lastWasFF = bytes.last == 0xff
    }
}

/// Finds the end of a PNG file, a chunk of kind `IEND`.
struct PNGEnd {
    private(set) var isFound = false
    private var skip = 8
    /// The part of a chunk's length and kind that has arrived.
    private var head: [UInt8] = []

    mutating func take(_ bytes: [UInt8]) {
        var place = 0
        while place < bytes.count, !isFound {
            let step = min(skip, bytes.count - place)
            skip -= step
            place += step
            guard place < bytes.count else { return }
            head.append(bytes[place])
            place += 1
            guard head.count == 8 else { continue }
            isFound = head[4...].elementsEqual("IEND".utf8)
            skip = head[..<4].reduce(0) { $0 << 8 | Int($1) } + 4
            head = []
        }
    }
}
