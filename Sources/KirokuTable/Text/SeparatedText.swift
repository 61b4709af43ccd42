/// Tables as text: one line per record, with a separator between cells.
///
/// The form of the text:
/// - a header line with the field names, then one line per record, each ended by LF;
/// - the separator between cells, and none at the end of a line;
/// - whole numbers in digits, Float numbers in the shortest form that reads back as the same value (`2`, `0.00001`),
///   Decimal numbers with all their digits, `true`/`false`, and text as it is;
/// - nothing for an empty cell, and `""` for an empty text, so that the two can be distinguished;
/// - unfit text as it is;
/// - double quotes, with inner quotes doubled, around every name and cell that holds the separator, a TAB, LF, CR or
///   `"`.
///
/// A ``Style`` can have another decimal sign and other words. ``read(_:options:progress:)`` describes what is read.
public enum SeparatedText {
    /// The character between two cells of a line.
    public struct Separator: Sendable, Hashable {
        /// The separator that spreadsheets use on the clipboard.
        public static let tab = Separator(byte: ASCII.tab)
        /// The separator of most files named `.csv`.
        public static let comma = Separator(byte: ASCII.comma)
        /// The separator of files named `.csv` where the comma is the decimal sign.
        public static let semicolon = Separator(byte: ASCII.semicolon)
        /// The separator that some databases use.
        public static let bar = Separator(byte: UInt8(ascii: "|"))

        /// The separators that are detected.
        static let detected = [tab, comma, semicolon, bar]

        package let byte: UInt8

        /// Creates another separator: any ASCII character except letters, digits, quotation marks, line ends, NUL, and
        /// the signs of numbers.
        ///
        /// - Parameter sign: the character; the result is `nil` if it is not allowed.
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

/// The bytes that are special in text formats.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let escape: UInt8 = 0x1b
    static let blank = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
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
