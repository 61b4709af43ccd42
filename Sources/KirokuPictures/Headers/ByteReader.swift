/// Reads numbers and marks from bytes, never beyond their end.
///
/// Places count from the first byte. A place outside the bytes gives `nil`, even a negative one, or one so large that
/// it would overflow.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    var all: [UInt8] { Array(bytes) }

    subscript(place: Int) -> UInt8? {
        guard (0..<count).contains(place) else { return nil }
        return bytes[bytes.startIndex + place]
    }

    /// The part of the range that exists.
    func part(from start: Int, count length: Int) -> ByteReader {
        let start = min(max(start, 0), count)
        let length = min(max(length, 0), count - start)
        return ByteReader(bytes.dropFirst(start).prefix(length))
    }

    /// Whether the text is at a place, one byte for each character.
    func has(_ mark: String, at place: Int) -> Bool {
        var place = place
        for scalar in mark.unicodeScalars {
            guard let byte = self[place], UInt32(byte) == scalar.value else { return false }
            place += 1
        }
        return true
    }

    func little16(at place: Int) -> Int? { number(at: place, 2, isLittle: true) }
    func little24(at place: Int) -> Int? { number(at: place, 3, isLittle: true) }
    func little32(at place: Int) -> Int? { number(at: place, 4, isLittle: true) }
    func big16(at place: Int) -> Int? { number(at: place, 2, isLittle: false) }
    func big32(at place: Int) -> Int? { number(at: place, 4, isLittle: false) }

    func number(at place: Int, _ length: Int, isLittle: Bool) -> Int? {
        // Not `place + length <= count`, which could overflow for a place that a file names.
        guard place >= 0, count >= length, place <= count - length else { return nil }
        var number = 0
        for step in 0..<length {
            let byte = bytes[bytes.startIndex + place + (isLittle ? length - 1 - step : step)]
            number = number << 8 | Int(byte)
        }
        return number
    }
}
