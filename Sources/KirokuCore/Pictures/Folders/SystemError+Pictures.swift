import Glibc

extension SystemError {
    /// Whether it says that there is no such file or folder.
    var isGone: Bool { code == ENOENT || code == ENOTDIR || code == ESTALE }

    /// The error of a source, for what was called `name`.
    func whileReading(picture name: String) -> PictureError {
        isGone ? .gone(name: name) : .unreadable(name: name, reason: reason)
    }
}
