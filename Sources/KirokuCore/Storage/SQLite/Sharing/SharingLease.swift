import Glibc

/// Makes sure that only one program of this user keeps a document in step with its server.
///
/// Two would do no harm, but each has a connection.
package final class SharingLease: Sendable {
    private let file: FileDescriptor

    /// - Parameters:
    ///   - name: by what the copy of the document is known.
    ///   - folder: one that all programs of the user share; made if it is missing.
    /// - Returns: `nil` if another program keeps it in step.
    package init?(_ name: String, in folder: String) {
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
            (try? Folder.makeAll(to: folder)) != nil,
            let file = try? FileDescriptor(opening: "\(folder)/\(name)", O_RDWR | O_CREAT, permissions: 0o600)
        else { return nil }
        if case .isHeld = file.lock() { return nil }
        self.file = file
    }
}
