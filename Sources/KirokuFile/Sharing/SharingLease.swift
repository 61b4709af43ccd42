import Glibc

/// A name that only one of this user's programs has at a time: of a file that is kept in sync with its server, or by which
/// the server knows a copy of a document.
///
/// Two programs that keep the same file in sync would do no harm, but each has a connection.
package final class SharingLease: Sendable {
    private let file: FileDescriptor

    /// What has come of asking for a name.
    package enum Outcome: Sendable {
        case isOurs(SharingLease)
        /// Another program has it, or another document of this one.
        case isHeld
        /// The folder cannot be written to, or it cannot be a name.
        case isUnavailable
    }

    private init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    /// Asks for a name.
    ///
    /// - Parameters:
    ///   - name: letters, digits and hyphens.
    ///   - folder: one that all programs of the user share; made if it is missing.
    package static func take(_ name: String, in folder: String) -> Outcome {
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
            (try? Folder.makeAll(to: folder)) != nil,
            let file = try? FileDescriptor(opening: "\(folder)/\(name)", O_RDWR | O_CREAT, permissions: 0o600)
        else { return .isUnavailable }
        if case .isHeld = file.lock() { return .isHeld }
        return .isOurs(SharingLease(file))
    }

    /// Asks to keep the file at a path in sync; by whatever path another program has opened it, it is the same file.
    package static func take(fileAt path: String, in folder: String) -> Outcome {
        var status = stat()
        guard stat(path, &status) == 0 else { return .isUnavailable }
        return take("\(status.st_dev)-\(status.st_ino)", in: folder)
    }
}
