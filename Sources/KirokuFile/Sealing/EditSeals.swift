import CGLib
import Glibc
import Synchronization

/// Seals that distinguish the edits that this user has made on this machine from those of others, wherever a document
/// has been.
///
/// Each pending edit in a shared document has a checksum that can only be computed with this installation's key, which
/// is in no document. So an edit that someone else has added or changed is recognised as such.
package final class EditSeals: Sendable {
    /// The seals of this program.
    package static let shared = EditSeals()

    private struct State {
        var path: String?
        var key: [UInt8]?
    }

    private let state = Mutex(State())
    private static let keySize = 32

    package init() {}

    /// Keeps the key in a file, for all programs of the user; otherwise each process has one of its own.
    ///
    /// - Parameter path: the path of the file, which is created when it is first needed.
    package func keepKey(at path: String) {
        state.withLock { ($0.path, $0.key) = (path, nil) }
    }

    /// The checksum of several parts, which depends on where each one ends; in hexadecimal digits.
    func seal(_ parts: [[UInt8]]) -> String {
        var bytes: [UInt8] = []
        for part in parts {
            withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes += $0 }
            bytes += part
        }
        return Self.sum(of: bytes, key: key)
    }

    /// The HMAC of some bytes with SHA-256, in hexadecimal digits.
    static func sum(of bytes: [UInt8], key: [UInt8]) -> String {
        let text = g_compute_hmac_for_data(G_CHECKSUM_SHA256, key, gsize(key.count), bytes, gsize(bytes.count))
        defer { g_free(text) }
        guard let text else { preconditionFailure("GLib knows SHA-256") }
        return String(cString: text)
    }

    private var key: [UInt8] {
        state.withLock { state in
            if let key = state.key { return key }
            let key = state.path.flatMap(Self.kept) ?? Self.new
            state.key = key
            return key
        }
    }

    private static var new: [UInt8] { (0..<keySize).map { _ in UInt8.random(in: 0...255) } }

    /// The stored key, created if there is none; `nil` if none can be stored.
    private static func kept(at path: String) -> [UInt8]? {
        if let key = read(path) { return key }
        do {
            let folder = FilePath.folder(of: path)
            try Folder.makeAll(to: folder)
            let hidden = try HiddenFile.make(in: folder, permissions: 0o600)
            try hidden.open().write(new, at: 0)
            // If another process was faster, its key stays.
            try? hidden.link(as: path)
        } catch {
            Reports.error("KRK_ST_SK", "the key of this installation cannot be kept")
        }
        return read(path)
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let key = try? WholeFile.read(path, limit: keySize + 1), key.count == keySize else { return nil }
        return key
    }
}
