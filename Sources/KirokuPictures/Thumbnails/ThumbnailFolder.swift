import CGLib
import KirokuCore

/// The desktop's shared thumbnails, by the names that the freedesktop specification gives them.
///
/// All programs of the desktop read and write there: what one has decoded, the others need not.
public struct ThumbnailFolder: Sendable, Hashable {
    /// The sizes that thumbnails come in.
    package enum Size: String, Sendable, CaseIterable {
        case normal
        case large
        case extraLarge = "x-large"
        case doubleExtraLarge = "xx-large"

        /// The most pixels that either side has.
        package var side: Int {
            switch self {
            case .normal: 128
            case .large: 256
            case .extraLarge: 512
            case .doubleExtraLarge: 1_024
            }
        }
    }

    /// Where they are: `thumbnails` in the user's cache folder.
    public let path: String

    /// The thumbnails in a folder, which need not be there yet.
    public init(path: String) {
        self.path = path
    }

    /// Where the thumbnail of a file is, if there is one.
    package func path(of uri: String, _ size: Size) -> String {
        "\(path)/\(size.rawValue)/\(Self.name(of: uri))"
    }

    /// Where it is noted that this program could not decode a file.
    package func failurePath(of uri: String) -> String {
        "\(path)/fail/kiroku-1/\(Self.name(of: uri))"
    }

    /// The MD5 sum of the URI is what the specification asks for; nothing depends on its being hard to forge.
    private static func name(of uri: String) -> String {
        Checksum.text(of: Array(uri.utf8), G_CHECKSUM_MD5) + ".png"
    }
}

/// Checksums, in GLib's words.
package enum Checksum {
    /// What tells some bytes from all others, whatever they are: 64 letters and digits.
    package static func sha256(of bytes: [UInt8]) -> String { text(of: bytes, G_CHECKSUM_SHA256) }

    static func text(of bytes: [UInt8], _ kind: GChecksumType) -> String {
        guard let text = g_compute_checksum_for_data(kind, bytes, gsize(bytes.count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
