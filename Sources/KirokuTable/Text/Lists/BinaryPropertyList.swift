import FoundationEssentials

/// Reads records from a binary property list: an array of arrays, or of dictionaries.
///
/// Objects refer to each other by number. Only the list, its records and their values are followed, so the depth of
/// other objects and cycles among them do not matter.
struct BinaryPropertyList: ~Copyable {
    static let mark = Array("bplist".utf8)

    private enum Object {
        case value(ListedValue)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    private static let trailerSize = 32

    private let bytes: [UInt8]
    private let objectCount: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let top: Int
    private let table: Int
    /// Holds the text of the latest value.
    private var text: TextBuffer

    init(_ bytes: [UInt8]) throws(ListFault) {
        let trailer = bytes.count - Self.trailerSize
        guard bytes.starts(with: Self.mark), trailer > 8 else { throw .invalid }
        let offsetSize = Int(bytes[trailer + 6])
        let referenceSize = Int(bytes[trailer + 7])
        guard let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8), (1...8).contains(offsetSize),
            (1...8).contains(referenceSize), table <= trailer, count <= (trailer - table) / offsetSize, top < count
        else { throw .invalid }
        (self.bytes, objectCount, self.top, self.table) = (bytes, count, top, table)
        (self.offsetSize, self.referenceSize) = (offsetSize, referenceSize)
        text = TextBuffer()
    }

    /// Adds the records until `isEnough` returns true for the number of those read.
    mutating func read(
        into records: inout ListedRecords, until isEnough: (Int) -> Bool
    ) throws(ListFault) {
        guard case .array(let items) = try object(top) else { throw .noTable(.propertyList) }
        var hasNames: Bool?
        for (index, item) in items.enumerated() {
            switch try object(item) {
            case .array(let values) where hasNames != true:
                hasNames = false
                for value in values { try records.take(try self.value(value), at: nil) }
            case .dictionary(let keys, let values) where hasNames != false:
                hasNames = true
                for (key, value) in zip(keys, values) {
                    guard case .value(.text(let name)) = try object(key) else { throw .invalid }
                    let column = try records.place(named: name)
                    try records.take(try self.value(value), at: column)
                }
            default: throw .noTable(.propertyList)
            }
            try records.end()
            if isEnough(index + 1) { return }
        }
    }

    private mutating func value(_ index: Int) throws(ListFault) -> ListedValue {
        switch try object(index) {
        case .value(let value): return value
        case .array([]), .dictionary([], _): return .empty
        case .array, .dictionary: throw .noTable(.propertyList)
        }
    }

    private mutating func object(_ index: Int) throws(ListFault) -> Object {
        guard index < objectCount, let start = Self.number(bytes, table + index * offsetSize, offsetSize),
            start < table
        else { throw .invalid }
        let low = Int(bytes[start] & 0xf)
        switch bytes[start] >> 4 {
        case 0x0:
            switch low {
            case 0x0: return .value(.empty)
            case 0x8: return .value(.flag(false))
            case 0x9: return .value(.flag(true))
            default: throw .invalid
            }
        case 0x1: return .value(try int(start + 1, size: 1 << low))
        case 0x2: return .value(try real(start + 1, size: 1 << low))
        case 0x3: return .value(try date(start + 1))
        case 0x4:
            let (range, _) = try range(start, itemSize: 1)
            return .value(value(of: Data(bytes[range]).base64EncodedString()))
        case 0x5:
            let (range, _) = try range(start, itemSize: 1)
            guard bytes[range].allSatisfy({ $0 < 0x80 }) else { throw .invalid }
            return .value(value(of: String(decoding: bytes[range], as: UTF8.self)))
        case 0x6:
            let (range, count) = try range(start, itemSize: 2)
            let units = (0..<count).map { index in
                UInt16(bytes[range.lowerBound + 2 * index]) << 8 | UInt16(bytes[range.lowerBound + 2 * index + 1])
            }
            return .value(value(of: String(decoding: units, as: UTF16.self)))
        case 0xa:
            let (range, count) = try range(start, itemSize: referenceSize)
            return .array(references(range.lowerBound, count))
        case 0xd:
            let (range, count) = try range(start, itemSize: 2 * referenceSize)
            return .dictionary(
                keys: references(range.lowerBound, count),
                values: references(range.lowerBound + count * referenceSize, count))
        default: throw .noTable(.propertyList)
        }
    }

    /// The bytes of an object's items, and the number of items.
    private func range(_ start: Int, itemSize: Int) throws(ListFault) -> (Range<Int>, count: Int) {
        var count = Int(bytes[start] & 0xf)
        var first = start + 1
        if count == 0xf {
            // More than 14 items: the number follows as a separate object.
            let size = 1 << Int(bytes[first] & 0xf)
            guard first + 1 < table, bytes[first] >> 4 == 0x1, size <= 8,
                let number = Self.number(bytes, first + 1, size)
            else { throw .invalid }
            count = number
            first += 1 + size
        }
        guard first <= table, count <= (table - first) / itemSize else { throw .invalid }
        return (first..<first + count * itemSize, count)
    }

    private func references(_ start: Int, _ count: Int) -> [Int] {
        // An invalid reference becomes a number that no object has.
        (0..<count).map { Self.number(bytes, start + $0 * referenceSize, referenceSize) ?? .max }
    }

    // MARK: Values

    private mutating func value(of string: String) -> ListedValue {
        text.removeAll()
        text.append(string)
        return .text(text.bytes)
    }

    /// Integers of up to 4 bytes are never negative; those of 16 may exceed `Int`.
    private mutating func int(_ start: Int, size: Int) throws(ListFault) -> ListedValue {
        guard size <= 16, start + size <= table else { throw .invalid }
        let digits = bytes[start..<start + size]
        let value = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if size == 16, !(digits.prefix(8).allSatisfy { $0 == 0 } && value <= Int64.max) {
            return self.value(of: "0x" + digits.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }
        return .int(Int(truncatingIfNeeded: value))
    }

    private mutating func real(_ start: Int, size: Int) throws(ListFault) -> ListedValue {
        guard size == 4 || size == 8, start + size <= table else { throw .invalid }
        let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let number = size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(bits)))
        return number.isFinite ? .float(number, written: nil) : value(of: "\(number)")
    }

    /// The date in the form of XML property lists.
    private mutating func date(_ start: Int) throws(ListFault) -> ListedValue {
        guard case .float(let seconds, _) = try real(start, size: 8) else { throw .invalid }
        // The years from 1 to 9999.
        guard (-63_114_076_800..<252_423_993_600).contains(seconds) else {
            return .float(seconds, written: nil)
        }
        return value(of: Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601))
    }

    /// An unsigned big-endian integer; `nil` if it is out of bounds, or larger than an `Int`.
    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        guard start >= 0, start <= bytes.count - size else { return nil }
        return Int(exactly: bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
