import Glibc

/// A name that only one of this user's programs can hold at a time: that of a file that is kept in sync with its
/// server, or of a document's copy on the server.
///
/// Two programs that keep the same file in sync would do no harm, but each would have a connection.
package final class SharingLease: Sendable {
    private let file: FileDescriptor

    /// The result of requesting a name.
    package enum Outcome: Sendable {
        case isOurs(SharingLease)
        /// Another program holds it, or another document of this program.
        case isHeld
        /// The folder cannot be written to, or the name is invalid.
        case isUnavailable
    }

    private init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    /// Requests a name.
    ///
    /// - Parameters:
    ///   - name: letters, digits and hyphens.
    ///   - folder: a folder that all programs of the user share; created if missing.
    package static func take(_ name: String, in folder: String) -> Outcome {
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
            (try? Folder.makeAll(to: folder)) != nil,
            let file = try? FileDescriptor(opening: "\(folder)/\(name)", O_RDWR | O_CREAT, permissions: 0o600)
        else { return .isUnavailable }
        if case .isHeld = file.lock() { return .isHeld }
        return .isOurs(SharingLease(file))
    }

    /// Requests to keep the file at a path in sync; the file is the same even if another program has opened it by
    /// another path.
    package static func take(fileAt path: String, in folder: String) -> Outcome {
        var status = stat()
        guard stat(path, &status) == 0 else { return .isUnavailable }
        return take("\(status.st_dev)-\(status.st_ino)", in: folder)
    }
}
