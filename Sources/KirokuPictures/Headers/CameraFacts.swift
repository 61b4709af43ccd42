import KirokuCore

/// What a camera has written into a JPEG file beside the picture.
public struct CameraFacts: Sendable, Hashable {
    /// When the picture was taken, by the camera's clock.
    public let taken: LocalTime?
    /// A small JPEG picture of the same, usually 160×120, turned as the large one is.
    public let smallPicture: [UInt8]?

    /// How many bytes of the file are enough: a segment cannot be longer, and the camera's is one of the first.
    public static let usualLength = 1 << 17

    /// How many are enough for the date, which stands before the small picture.
    static let dateLength = 1 << 14

    /// Reads what the first bytes of a file say; `nil` if it is no JPEG file, or no camera has written anything.
    ///
    /// The small picture may be anything: whoever decodes it finds out.
    public init?(_ bytes: [UInt8]) {
        guard PictureFormat(bytes) == .jpeg,
            let exif = JPEGSegments(ByteReader(bytes)).lazy.compactMap(\.exif).first
        else { return nil }
        taken = exif.list(.cameraNotes)?.text(.taken).flatMap(LocalTime.init(camera:))
        smallPicture = exif.next?.embeddedPicture
    }
}

extension LocalTime {
    /// A moment as cameras write it: "2015:05:20 20:24:50"; `nil` for any other text.
    init?(camera text: String) {
        let parts = text.split(whereSeparator: { ": ".contains($0) }).map { Int($0) }
        guard parts.count == 6, let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3],
            let minute = parts[4], let second = parts[5]
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
