import KirokuCore

/// Why a picture cannot be shown.
public enum DecodeFailure: ReportedError, Codable, Sendable, Hashable {
    /// There is no such file any more.
    case gone
    /// The user may not read it.
    case notAllowed
    /// A folder, a pipe, a device: what it is called does not matter.
    case notAFile
    /// The system could not read it; its own words say why.
    case unreadable(reason: String)
    /// There is not one byte.
    case empty
    /// None of the formats that can be decoded on this machine.
    case unknownFormat
    /// The file ends before the picture does.
    case cutOff
    /// It begins like a picture, but cannot be decoded; the decoder's own words say why.
    case broken(reason: String)
    /// It failed, but is being written to: it may be whole soon.
    case stillChanging
    /// It says that it has so many pixels, more than are decoded.
    case tooManyPixels(width: Int, height: Int)
    /// It has more bytes than are read.
    case tooManyBytes
    /// Decoding it took too long.
    case tooSlow
    /// Decoding it took too much memory, or ended the decoder.
    case endedDecoder
    /// The program that decodes pictures cannot be started; the system's own words say why.
    case noDecoder(reason: String)
    /// Nobody waits for it any more.
    case cancelled

    /// Whether the same file will fail again, so that there is no use in trying before it changes.
    package var lasts: Bool {
        switch self {
        case .unknownFormat, .cutOff, .broken, .tooManyPixels, .tooManyBytes, .tooSlow, .endedDecoder: true
        case .gone, .notAllowed, .notAFile, .unreadable, .empty, .stillChanging, .noDecoder, .cancelled: false
        }
    }

    /// Without the reasons, which may be in the user's language.
    public var reportText: ReportText {
        switch self {
        case .unreadable: "unreadable"
        case .broken: "broken"
        case .noDecoder: "the program that decodes cannot be started"
        default: "\(data: String(describing: self))"
        }
    }

    /// What is wrong, for the user.
    public var message: String {
        switch self {
        case .gone: localized("The picture is not there any more.")
        case .notAllowed: localized("You may not read this picture.")
        case .notAFile: localized("This is not a file.")
        case .unreadable(let reason): localized("The picture cannot be read: {reason}.", ["reason": reason])
        case .empty: localized("The file is empty.")
        case .unknownFormat: localized("This is no picture, or of a kind that cannot be shown here.")
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
