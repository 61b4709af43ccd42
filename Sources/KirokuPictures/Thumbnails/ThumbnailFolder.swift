import CGLib
import KirokuCore

/// The desktop's shared thumbnails, with file names by the freedesktop specification.
///
/// All programs of the desktop read and write there, so that a picture is decoded only once.
public struct ThumbnailFolder: Sendable, Hashable {
    /// The sizes of thumbnails.
    package enum Size: String, Sendable, CaseIterable {
        case normal
        case large
        case extraLarge = "x-large"
        case doubleExtraLarge = "xx-large"

        /// The greatest length of a side, in pixels.
        package var side: Int {
            switch self {
            case .normal: 128
            case .large: 256
            case .extraLarge: 512
            case .doubleExtraLarge: 1_024
            }
        }
    }

    /// The path of the folder: `thumbnails` in the user's cache folder.
    public let path: String

    /// Uses the thumbnails in a folder, which may not exist yet.
    public init(path: String) {
        self.path = path
    }

    /// The path of a file's thumbnail, whether it exists or not.
    package func path(of uri: String, _ size: Size) -> String {
        "\(path)/\(size.rawValue)/\(Self.name(of: uri))"
    }

    /// The path of the note that this program could not decode a file.
    package func failurePath(of uri: String) -> String {
        "\(path)/fail/kiroku-1/\(Self.name(of: uri))"
    }

    /// The specification requires the MD5 sum of the URI; it need not be hard to forge.
    private static func name(of uri: String) -> String {
        Checksum.text(of: Array(uri.utf8), G_CHECKSUM_MD5) + ".png"
    }
}

/// Checksums, computed by GLib.
package enum Checksum {
    /// The SHA-256 sum of some bytes, in 64 hexadecimal digits.
    package static func sha256(of bytes: [UInt8]) -> String { text(of: bytes, G_CHECKSUM_SHA256) }

    static func text(of bytes: [UInt8], _ kind: GChecksumType) -> String {
        guard let text = g_compute_checksum_for_data(kind, bytes, gsize(bytes.count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
