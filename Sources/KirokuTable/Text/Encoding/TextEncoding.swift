import Glibc

/// The encoding of a text file.
///
/// Encodings that are guessed and offered have constants; any other one of the C library is found by its name
/// (``init(named:)``).
public struct TextEncoding: Sendable, Hashable {
    /// The usual name of the encoding, which is the same in all languages.
    public let name: String
    /// Its name in `iconv`; for UTF-16 and UTF-32 without the byte order.
    private let converter: String

    private init(_ name: String, _ converter: String) { (self.name, self.converter) = (name, converter) }

    /// UTF-8, with or without a byte order mark.
    public static let utf8 = Self("UTF-8", "UTF-8")
    /// UTF-16 with a byte order mark; without one, its NULs show the byte order, and it is little-endian if there are
    /// none.
    public static let utf16 = Self("UTF-16", "UTF-16")
    /// UTF-32, with the same rules as UTF-16.
    public static let utf32 = Self("UTF-32", "UTF-32")
    /// Shift_JIS with the extensions of Windows (code page 932).
    public static let shiftJIS = Self("Shift_JIS", "CP932")
    /// EUC-JP, the former encoding of Unix in Japan.
    public static let eucJP = Self("EUC-JP", "EUC-JP-MS")
    /// ISO-2022-JP, the encoding of Japanese mail, recognised by its escapes.
    public static let iso2022JP = Self("ISO-2022-JP", "ISO-2022-JP-2")
    /// ISO 8859-1; as in browsers, the bytes 80 to 9F are read as Windows-1252.
    public static let latin1 = Self("ISO 8859-1", "ISO-8859-1")
    /// ISO 8859-15, which is ISO 8859-1 with the euro sign.
    public static let latin9 = Self("ISO 8859-15", "ISO-8859-15")
    /// The Windows encoding for western Europe and America.
    public static let windows1252 = Self("Windows-1252", "CP1252")
    /// The Windows encoding for Poland, Czechia, Hungary and other countries of central Europe.
    public static let windows1250 = Self("Windows-1250", "CP1250")
    /// The Windows encoding for Cyrillic.
    public static let windows1251 = Self("Windows-1251", "CP1251")
    /// The encoding of Mac OS before Mac OS X, in which Excel for Mac still saves text.
    public static let macRoman = Self("Mac Roman", "MACINTOSH")
    /// The encoding of China, which includes GB2312 and GBK.
    public static let gb18030 = Self("GB18030", "GB18030")
    /// The encoding of Taiwan and Hong Kong, with the extensions of Windows (code page 950).
    public static let big5 = Self("Big5", "CP950")
    /// The encoding of Korea, with the extensions of Windows (code page 949).
    public static let eucKR = Self("EUC-KR", "CP949")

    /// The encodings to choose from, the most usual ones first.
    public static let common: [TextEncoding] = [
        utf8, utf16, utf32, shiftJIS, eucJP, iso2022JP, latin1, latin9, windows1252, windows1250, windows1251, macRoman,
        gb18030, big5, eucKR,
        Self("Windows-1253", "CP1253"), Self("Windows-1254", "CP1254"), Self("Windows-1255", "CP1255"),
        Self("Windows-1256", "CP1256"), Self("Windows-1257", "CP1257"), Self("Windows-1258", "CP1258"),
        Self("Windows-874", "CP874"), Self("ISO 8859-2", "ISO-8859-2"), Self("ISO 8859-5", "ISO-8859-5"),
        Self("ISO 8859-7", "ISO-8859-7"), Self("ISO 8859-9", "ISO-8859-9"), Self("ISO 8859-13", "ISO-8859-13"),
        Self("KOI8-R", "KOI8-R"), Self("KOI8-U", "KOI8-U"), Self("IBM 437", "IBM437"), Self("IBM 850", "IBM850"),
        Self("IBM 852", "IBM852"), Self("IBM 866", "IBM866"),
    ]

    /// The name for a command line, in lower case and without blanks, such as "iso-8859-1".
    public var word: String { name.lowercased().replacing(" ", with: "-") }

    /// Finds an encoding by its name: one of the common ones by its ``word``, or any that `iconv --list` shows.
    ///
    /// Ignores case. `nil` if there is none.
    public init?(named name: String) {
        let word = name.lowercased()
        if let common = Self.common.first(where: { $0.word == word || $0.converter.lowercased() == word }) {
            self = common
            return
        }
        // Excludes the empty name, which means that of the locale, and suffixes such as "//IGNORE", which drop
        // characters.
        let isName =
            (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                ASCII.isLetter($0) || ("0"..."9").contains(Character(Unicode.Scalar($0))) || "-_.:()+".utf8.contains($0)
            }
        guard isName else { return nil }
        let converter = iconv_open("UTF-8", name)
        guard converter != iconv_t(bitPattern: -1) else { return nil }
        iconv_close(converter)
        self.init(name.uppercased(), name.uppercased())
    }

    /// The name of the encoding in `iconv`; `isBigEndian` matters only for UTF-16 and UTF-32.
    func converterName(isBigEndian: Bool = false) -> String {
        self == .utf16 || self == .utf32 ? converter + (isBigEndian ? "BE" : "LE") : converter
    }

    /// The byte order marks of the Unicode encodings.
    enum Mark {
        static let utf8: [UInt8] = [0xef, 0xbb, 0xbf]
        static let utf16LittleEndian: [UInt8] = [0xff, 0xfe]
        static let utf16BigEndian: [UInt8] = [0xfe, 0xff]
        static let utf32LittleEndian: [UInt8] = [0xff, 0xfe, 0, 0]
        static let utf32BigEndian: [UInt8] = [0, 0, 0xfe, 0xff]
    }
}
