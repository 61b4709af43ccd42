import KirokuCore

/// The information that a camera has written into a JPEG file.
public struct CameraFacts: Sendable, Hashable {
    /// When the picture was taken, by the camera's clock.
    public let taken: LocalTime?
    /// A small JPEG version of the picture, usually 160×120, in the same orientation as the large one.
    public let smallPicture: [UInt8]?

    /// The number of bytes that are enough: no segment is longer, and the camera's is one of the first.
    public static let usualLength = 1 << 17

    /// The number of bytes that are enough for the date, which precedes the small picture.
    static let dateLength = 1 << 14

    /// Reads the first bytes of a file; `nil` if it is not a JPEG file or has no camera information.
    ///
    /// The small picture may be invalid, which only decoding shows.
    public init?(_ bytes: [UInt8]) {
        guard PictureFormat(bytes) == .jpeg,
            let exif = JPEGSegments(ByteReader(bytes)).lazy.compactMap(\.exif).first
        else { return nil }
        taken = exif.list(.cameraNotes)?.text(.taken).flatMap(LocalTime.init(camera:))
        smallPicture = exif.next?.embeddedPicture
    }
}

extension LocalTime {
    /// Reads a time in the form of cameras, such as “2015:05:20 20:24:50”; `nil` for any other text.
    init?(camera text: String) {
        let parts = text.split(whereSeparator: { ": ".contains($0) }).map { Int($0) }
        guard parts.count == 6, let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3],
            let minute = parts[4], let second = parts[5]
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
