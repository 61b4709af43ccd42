/// The encodings that text files come in.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable, Codable {
    /// With a byte order mark or without one.
    case utf8
    /// With a byte order mark, or without one in the order that its NULs tell, little-endian if there are none.
    case utf16
    /// As UTF-16.
    case utf32
    /// Shift_JIS with the extensions that Windows has in it (code page 932).
    case shiftJIS
    /// EUC-JP, as Unix programs in Japan wrote it.
    case eucJP
    /// ISO 8859-1; as in browsers, the bytes 80 to 9F are those of Windows-1252 when they are read.
    case latin1
    /// ISO 8859-15, which is ISO 8859-1 with the euro sign.
    case latin9
    /// What Windows writes in western Europe and America.
    case windows1252
    /// What Windows writes in Poland, Czechia, Hungary and other countries of central Europe.
    case windows1250
    /// What Windows writes in Cyrillic letters.
    case windows1251
    /// What China writes; it includes GB2312 and GBK.
    case gb18030
    /// What Taiwan and Hong Kong write, with the extensions of Windows (code page 950).
    case big5
    /// What Korea writes, with the extensions of Windows (code page 949).
    case eucKR

    /// What people know the encoding by; the same in all languages.
    public var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16: "UTF-16"
        case .utf32: "UTF-32"
        case .shiftJIS: "Shift_JIS"
        case .eucJP: "EUC-JP"
        case .latin1: "ISO 8859-1"
        case .latin9: "ISO 8859-15"
        case .windows1252: "Windows-1252"
        case .windows1250: "Windows-1250"
        case .windows1251: "Windows-1251"
        case .gb18030: "GB18030"
        case .big5: "Big5"
        case .eucKR: "EUC-KR"
        }
    }

    /// What iconv knows it by; `isBigEndian` tells of UTF-16 and UTF-32 only.
    func converterName(isBigEndian: Bool = false) -> String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16: isBigEndian ? "UTF-16BE" : "UTF-16LE"
        case .utf32: isBigEndian ? "UTF-32BE" : "UTF-32LE"
        case .shiftJIS: "CP932"
        case .eucJP: "EUC-JP-MS"
        case .latin1: "ISO-8859-1"
        case .latin9: "ISO-8859-15"
        case .windows1252: "CP1252"
        case .windows1250: "CP1250"
        case .windows1251: "CP1251"
        case .gb18030: "GB18030"
        case .big5: "CP950"
        case .eucKR: "CP949"
        }
    }

    /// The byte order mark of a text in one of the Unicode encodings.
    enum Mark {
        static let utf8: [UInt8] = [0xef, 0xbb, 0xbf]
        static let utf16LittleEndian: [UInt8] = [0xff, 0xfe]
        static let utf16BigEndian: [UInt8] = [0xfe, 0xff]
        static let utf32LittleEndian: [UInt8] = [0xff, 0xfe, 0, 0]
        static let utf32BigEndian: [UInt8] = [0, 0, 0xfe, 0xff]
    }
}
