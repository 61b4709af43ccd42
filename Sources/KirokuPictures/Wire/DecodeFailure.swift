import KirokuCore

/// Why a picture cannot be shown.
public enum DecodeFailure: ReportedError, Codable, Sendable, Hashable {
    /// The file does not exist any more.
    case gone
    /// It is on the server of a shared document, which cannot be reached at the moment.
    case onServer
    /// The user may not read the file.
    case notAllowed
    /// The file is a folder, a pipe or a device, whatever its name.
    case notAFile
    /// The system could not read the file, for its own reason.
    case unreadable(reason: String)
    /// The file has no bytes.
    case empty
    /// The format cannot be decoded on this machine.
    case unknownFormat
    /// The file ends before the picture does.
    case cutOff
    /// The file begins like a picture, but cannot be decoded, for the decoder's own reason.
    case broken(reason: String)
    /// Decoding failed, but the file is being written, so it may soon be complete.
    case stillChanging
    /// The picture claims to have this size, which exceeds the limit.
    case tooManyPixels(width: Int, height: Int)
    /// The file has more bytes than the limit.
    case tooManyBytes
    /// Decoding it took too long.
    case tooSlow
    /// Decoding it took too much memory, or ended the decoder.
    case endedDecoder
    /// The decoder program cannot be started, for the system's reason.
    case noDecoder(reason: String)
    /// The caller has stopped waiting.
    case cancelled

    /// Whether the same file will fail again, so that another attempt before it changes is useless.
    package var lasts: Bool {
        switch self {
        case .unknownFormat, .cutOff, .broken, .tooManyPixels, .tooManyBytes, .tooSlow, .endedDecoder: true
        case .gone, .onServer, .notAllowed, .notAFile, .unreadable, .empty, .stillChanging, .noDecoder, .cancelled:
            false
        }
    }

    /// The failure without its reason, which may be in the user's language.
    public var reportText: ReportText {
        switch self {
        case .unreadable: "unreadable"
        case .broken: "broken"
        case .noDecoder: "the program that decodes cannot be started"
        default: "\(data: String(describing: self))"
        }
    }

    /// What is wrong, as a text for the user.
    public var message: String {
        switch self {
        case .gone: localized("The picture no longer exists.")
        case .onServer: localized("The picture is on the server and appears when the server can be reached.")
        case .notAllowed: localized("You do not have permission to read this picture.")
        case .notAFile: localized("This is not a file.")
        case .unreadable(let reason): localized("The picture cannot be read: {reason}.", ["reason": reason])
        case .empty: localized("The file is empty.")
        case .unknownFormat: localized("This is not a picture, or not in a supported format.")
        case .cutOff: localized("The end of the picture is missing.")
        case .broken(let reason): localized("The picture is damaged: {reason}", ["reason": reason])
        case .stillChanging: localized("The picture is still being written.")
        case .tooManyPixels(let width, let height):
            localized(
                "The picture is too large: {width} × {height} pixels.",
                ["width": localizedNumber(width), "height": localizedNumber(height)])
        case .tooManyBytes: localized("The file is too large.")
        case .tooSlow: localized("The picture takes too long to show.")
        case .endedDecoder: localized("The picture takes too much memory, or is damaged.")
        case .noDecoder(let reason): localized("Pictures cannot be shown: {reason}.", ["reason": reason])
        case .cancelled: localized("Cancelled.")
        }
    }
}
