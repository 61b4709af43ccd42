/// The encodings for writing text.
public enum OutputEncoding: Sendable, Hashable, CaseIterable {
    /// UTF-8 without a byte order mark.
    case utf8
    /// UTF-8 with the byte order mark, by which Excel recognizes it.
    case utf8WithMark
    /// UTF-16, little-endian, with a byte order mark.
    case utf16
    /// Shift_JIS with the extensions of Windows (code page 932).
    case shiftJIS
    /// EUC-JP, the former encoding of Unix in Japan.
    case eucJP
    /// ISO 8859-1.
    case latin1
    /// ISO 8859-15.
    case latin9
    /// Windows-1252.
    case windows1252
    /// Windows-1250.
    case windows1250
    /// Windows-1251.
    case windows1251
    /// GB18030.
    case gb18030
    /// Big5 with the extensions of Windows.
    case big5
    /// EUC-KR with the extensions of Windows.
    case eucKR

    /// The encoding of the text after the byte order mark.
    public var encoding: TextEncoding {
        switch self {
        case .utf8, .utf8WithMark: .utf8
        case .utf16: .utf16
        case .shiftJIS: .shiftJIS
        case .eucJP: .eucJP
        case .latin1: .latin1
        case .latin9: .latin9
        case .windows1252: .windows1252
        case .windows1250: .windows1250
        case .windows1251: .windows1251
        case .gb18030: .gb18030
        case .big5: .big5
        case .eucKR: .eucKR
        }
    }

    /// The byte order mark; empty if the encoding has none.
    package var mark: [UInt8] {
        switch self {
        case .utf8WithMark: TextEncoding.Mark.utf8
        case .utf16: TextEncoding.Mark.utf16LittleEndian
        default: []
        }
    }
}
