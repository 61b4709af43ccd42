/// Tables as text: one line per record, the cells set apart by a separator.
///
/// What is written:
/// - a header line with the field names, then one line per record, every line ended by LF;
/// - the separator between the cells and none at the end of a line;
/// - whole numbers as their digits, Float numbers in the shortest form that reads back to the same value (`2`, `0.00001`),
///   `true`/`false`, text as it is;
/// - nothing for an empty cell, `""` for a text without characters, so that the two stay apart;
/// - unfit text as it is;
/// - in double quotes, with inner quotes doubled: every name and cell that holds the separator, a TAB, LF, CR or `"`.
///
/// A ``Style`` may ask for another decimal sign and other words. ``read(_:options:progress:)`` says what is read.
public enum SeparatedText {
    /// What stands between two cells of a line.
    public struct Separator: Sendable, Hashable {
        /// As spreadsheets put it on the clipboard.
        public static let tab = Separator(byte: ASCII.tab)
        /// As most files named `.csv` have it.
        public static let comma = Separator(byte: ASCII.comma)
        /// As files named `.csv` have it where the comma is the decimal sign.
        public static let semicolon = Separator(byte: ASCII.semicolon)
        /// As databases write it.
        public static let bar = Separator(byte: UInt8(ascii: "|"))

        /// Those that are seen from a text.
        static let detected = [tab, comma, semicolon, bar]

        let byte: UInt8

        /// Any other character of ASCII, but for letters, digits, quotation marks, line ends, NUL, and the signs that
        /// numbers are written with.
        ///
        /// - Parameter sign: the character; `nil` is returned for others.
        public init?(_ sign: Character) {
            guard let byte = sign.asciiValue, ASCII.digit(byte) > 9, !ASCII.isLetter(byte),
                !"\"\n\r\0+-.".utf8.contains(byte)
            else { return nil }
            self.byte = byte
        }

        private init(byte: UInt8) {
            self.byte = byte
        }

        /// The character itself.
        public var sign: Character { Character(Unicode.Scalar(byte)) }
    }
}

/// The bytes that mean something in separated text.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let minus = UInt8(ascii: "-")
    static let point = UInt8(ascii: ".")
    static let zero = UInt8(ascii: "0")
    static let backslash = UInt8(ascii: "\\")
    static let ampersand = UInt8(ascii: "&")
    static let less = UInt8(ascii: "<")
    static let greater = UInt8(ascii: ">")

    /// The value of a decimal digit; more than 9 for any other byte.
    @inline(__always)
    static func digit(_ byte: UInt8) -> UInt8 { byte &- zero }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
