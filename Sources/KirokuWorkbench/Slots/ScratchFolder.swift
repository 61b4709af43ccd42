import FoundationEssentials
import Glibc
import KirokuCore

/// A folder for the files of one experiment.
final class ScratchFolder {
    /// The absolute path.
    let path: String

    /// Creates an empty folder among the system's temporary files.
    init() throws {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var name = Array((place + "/kiroku-workbench-XXXXXX").utf8CString)
        guard mkdtemp(&name) != nil else { throw StorageError.unwritable(path: place, reason: "mkdtemp") }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove()
    }

    /// Removes the folder with its contents; otherwise it is removed with the last reference.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
