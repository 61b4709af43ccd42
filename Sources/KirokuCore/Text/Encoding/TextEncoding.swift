/// The encodings that text files come in.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable, Codable {
    /// With a byte order mark or without one.
    case utf8
    /// With a byte order mark, or little-endian without one.
    case utf16
    /// Shift_JIS with the extensions that Windows has in it (code page 932).
    case shiftJIS
    /// EUC-JP, as Unix programs in Japan wrote it.
    case eucJP
    /// ISO 8859-1.
    case latin1

    /// What people know the encoding by; the same in all languages.
    public var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16: "UTF-16"
        case .shiftJIS: "Shift_JIS"
        case .eucJP: "EUC-JP"
        case .latin1: "ISO 8859-1"
        }
    }

    /// What iconv knows it by; `isBigEndian` tells of UTF-16 only.
    func converterName(isBigEndian: Bool = false) -> String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16: isBigEndian ? "UTF-16BE" : "UTF-16LE"
        case .shiftJIS: "CP932"
        case .eucJP: "EUC-JP-MS"
        case .latin1: "ISO-8859-1"
        }
    }

    /// The byte order mark of a text in UTF-8 or UTF-16.
    enum Mark {
        static let utf8: [UInt8] = [0xef, 0xbb, 0xbf]
        static let utf16LittleEndian: [UInt8] = [0xff, 0xfe]
        static let utf16BigEndian: [UInt8] = [0xfe, 0xff]
    }
}
