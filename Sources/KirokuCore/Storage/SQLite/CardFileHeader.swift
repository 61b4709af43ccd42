/// What the first bytes of an SQLite file say about it (https://www.sqlite.org/fileformat2.html).
struct CardFileHeader {
    /// How many bytes there are.
    static let size = 100

    /// Whether this is an SQLite 3 file at all.
    let isSQLite: Bool
    /// Which program the file belongs to.
    let applicationID: Int32
    /// Which version of that program's format it has.
    let version: Int32
    /// Counts the commits of all programs, and starts again from 0 after 2³² of them.
    let changeCounter: UInt32

    /// - Precondition: ``size`` bytes; zeros where the file is shorter.
    init(_ bytes: [UInt8]) {
        isSQLite = bytes.starts(with: "SQLite format 3\0".utf8)
        changeCounter = UInt32(bitPattern: Self.number(bytes[24..<28]))
        version = Self.number(bytes[60..<64])
        applicationID = Self.number(bytes[68..<72])
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int32 {
        Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    }
}
