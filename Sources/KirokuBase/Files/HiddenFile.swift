import Glibc
import Synchronization

/// A file that is being written under a hidden name, beside its destination.
///
/// It is deleted with this value, unless it was moved to its destination. It is locked meanwhile; if the program is
/// killed, the file stays without its lock, which shows that it is a leftover (``Leftovers``).
package final class HiddenFile: Sendable {
    package let path: String
    private let name: String
    /// Closed, which releases the lock, when the file was moved or deleted.
    private let holder: Mutex<FileDescriptor?>

    private init(_ name: String, path: String, _ file: consuming FileDescriptor) {
        self.name = name
        self.path = path
        holder = Mutex(file)
    }

    deinit {
        if Self.forget(name) { unlink(path) }
    }

    /// Creates an empty file.
    ///
    /// - Parameters:
    ///   - folder: the folder, which must exist.
    ///   - permissions: the file's permissions, reduced by the user's mask.
    package static func make(in folder: String, permissions: mode_t) throws(SystemError) -> HiddenFile {
        while true {
            let name = newName
            names.withLock { _ = $0.insert(name) }
            do throws(SystemError) {
                let path = "\(folder)/\(name)"
                let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, permissions: permissions)
                // Another process may have found it before it was locked, and be deleting it.
                if file.lock() != .isHeld, try file.status().st_nlink > 0 {
                    return HiddenFile(name, path: path, file)
                }
            } catch {
                forget(name)
                throw error
            }
            forget(name)
        }
    }

    /// Opens a file with a given name that was kept unfinished (``keep()``), or creates an empty one.
    ///
    /// - Throws: `EWOULDBLOCK` if another program is writing it.
    package static func reopened(_ name: String, in folder: String, permissions: mode_t) throws(SystemError)
        -> HiddenFile
    {
        let path = "\(folder)/\(name)"
        while true {
            let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: permissions)
            guard file.lock() != .isHeld else { throw SystemError(code: EWOULDBLOCK) }
            // Another program may just have moved it to its destination, or deleted it.
            guard try file.status().st_nlink > 0 else { continue }
            // Files in other folders may have the same name.
            names.withLock { _ = $0.insert(path) }
            return HiddenFile(path, path: path, file)
        }
    }

    /// Keeps the file, so that it can be continued later.
    package func keep() { letGo() }

    /// Opens the file for writing; the lock remains when the result is closed.
    package func open() throws(SystemError) -> FileDescriptor {
        try holder.withLock { file throws(SystemError) in
            guard let copy = try file?.duplicate() else { throw SystemError(code: EBADF) }
            return copy
        }
    }

    /// Replaces the file at `target`, if there is one.
    package func replace(_ target: String) throws(SystemError) {
        guard rename(path, target) == 0 else { throw .last }
        letGo()
    }

    /// Moves the file to `target`, which must not exist yet.
    package func link(as target: String) throws(SystemError) {
        try FreeName.take(target, for: path)
        letGo()
    }

    private func letGo() {
        holder.withLock { $0 = nil }
        Self.forget(name)
    }

    // MARK: Names

    /// The names of all hidden files of this process, and the paths of those that can be continued.
    private static let names = Mutex<Set<String>>([])

    /// Returns whether there was one of this name.
    @discardableResult
    private static func forget(_ name: String) -> Bool {
        names.withLock { $0.remove(name) != nil }
    }

    /// Whether this process is writing a hidden file of this name, or path if it can be continued.
    static func isInMaking(_ name: String) -> Bool { names.withLock { $0.contains(name) } }

    /// A name that is not in use.
    package static var newName: String { prefix + newNumber + suffix }

    /// The same for a folder that is being filled, which cannot be locked.
    package static var newFolderName: String { folderPrefix + newNumber }

    private static var newNumber: String {
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return String(repeating: "0", count: digitCount - number.count) + number
    }

    /// Whether a file of this name is one of Kiroku's, and locked while it is written.
    package static func isLocked(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let number = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return number.count == digitCount && number.allSatisfy(isDigit)
    }

    /// Whether a file of this name is one that an earlier version of Kiroku has made, without a lock: `.kiroku-` and a
    /// number in base 36, two decimal ones with `.tmp`, or one with `.png`.
    static func isUnlocked(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let rest = name.dropFirst(prefix.count)
        if rest.hasSuffix(".tmp") {
            let numbers = rest.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
            return numbers.count == 2 && numbers.allSatisfy(isDecimal)
        }
        if rest.hasSuffix(".png") { return isDecimal(rest.dropLast(4)) }
        // Shorter numbers are too rare to be considered, and a word has no digits.
        return (digitCount - 1...digitCount).contains(rest.utf8.count) && rest.utf8.allSatisfy(isDigit)
            && rest.contains { ("0"..."9").contains($0) }
    }

    /// Whether a folder of this name is one that Kiroku was filling.
    package static func isFolder(_ name: String) -> Bool {
        guard name.hasPrefix(folderPrefix) else { return false }
        let number = name.utf8.dropFirst(folderPrefix.utf8.count)
        // Earlier versions left out leading zeros.
        return (1...digitCount).contains(number.count) && number.allSatisfy(isDigit)
    }

    /// The name of an unfinished file that is later moved to a destination of this name, and that can be continued
    /// after an interruption.
    package static func unfinishedName(of name: String) -> String { ".\(name)\(unfinishedSuffix)" }

    /// Whether this is the name of such an unfinished file.
    static func isUnfinished(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(unfinishedSuffix) }

    private static func isDecimal(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: false
        }
    }

    private static let prefix = ".kiroku-"
    private static let folderPrefix = prefix + "backup-"
    private static let suffix = ".part"
    private static let unfinishedSuffix = ".unfinished"
    private static let digitCount = 13
}
