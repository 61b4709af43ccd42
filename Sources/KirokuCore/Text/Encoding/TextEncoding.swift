/// The encodings of text files.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable, Codable {
    /// UTF-8, with or without a byte order mark.
    case utf8
    /// UTF-16 with a byte order mark; without one, its NULs tell the byte order, and it is little-endian if there are
    /// none.
    case utf16
    /// UTF-32, with the same rules as UTF-16.
    case utf32
    /// Shift_JIS with the extensions of Windows (code page 932).
    case shiftJIS
    /// EUC-JP, the former encoding of Unix in Japan.
    case eucJP
    /// ISO 8859-1; as in browsers, the bytes 80 to 9F are read as Windows-1252.
    case latin1
    /// ISO 8859-15, which is ISO 8859-1 with the euro sign.
    case latin9
    /// The Windows encoding for western Europe and America.
    case windows1252
    /// The Windows encoding for Poland, Czechia, Hungary and other countries of central Europe.
    case windows1250
    /// The Windows encoding for Cyrillic.
    case windows1251
    /// The encoding of China, which includes GB2312 and GBK.
    case gb18030
    /// The encoding of Taiwan and Hong Kong, with the extensions of Windows (code page 950).
    case big5
    /// The encoding of Korea, with the extensions of Windows (code page 949).
    case eucKR

    /// The usual name of the encoding, which is the same in all languages.
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

    /// The name of the encoding in iconv; `isBigEndian` matters only for UTF-16 and UTF-32.
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

    /// The byte order marks of the Unicode encodings.
    enum Mark {
        static let utf8: [UInt8] = [0xef, 0xbb, 0xbf]
        static let utf16LittleEndian: [UInt8] = [0xff, 0xfe]
        static let utf16BigEndian: [UInt8] = [0xfe, 0xff]
        static let utf32LittleEndian: [UInt8] = [0xff, 0xfe, 0, 0]
        static let utf32BigEndian: [UInt8] = [0, 0, 0xfe, 0xff]
    }
}
