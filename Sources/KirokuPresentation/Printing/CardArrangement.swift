/// Where the pictures of one printed card are: between its texts, or beside them.
public struct CardArrangement: Sendable, Hashable {
    /// The width of the column of pictures at the end of the card; 0 if they are between the texts, over the whole
    /// width.
    public let columnWidth: Double
    /// The maximum height of each picture.
    public let pictureHeight: Double

    /// The distance between pictures and texts.
    public static let gap = 8.0
    /// A picture of fewer lines is not worth its room.
    static let leastPictureLines = 3
    /// The part of the width that pictures beside the texts usually take.
    static let besideShare = 0.4
    /// The width that names and values need beside a picture.
    static let leastTextWidth = 130.0

    /// The room of a card below its heading, with what it is to hold.
    public struct Room {
        /// The width of the room.
        public let width: Double
        /// The height of the room.
        public let height: Double
        /// The height of a line.
        public let lineHeight: Double
        /// The ratio of width to height of each picture.
        public let pictures: [Double]

        /// Creates a room; a ratio that is not a positive number counts as 1.
        public init(width: Double, height: Double, lineHeight: Double, pictures: [Double]) {
            self.width = width
            self.height = height
            self.lineHeight = lineHeight
            self.pictures = pictures.map { $0.isFinite && $0 > 0 ? $0 : 1 }
        }

        fileprivate var leastPictureHeight: Double {
            max(1, Double(CardArrangement.leastPictureLines) * lineHeight - CardArrangement.gap)
        }

        fileprivate var columnHeight: Double {
            let count = Double(max(pictures.count, 1))
            return max(0, (height - CardArrangement.gap * (count - 1)) / count)
        }
    }

    /// The arrangement with the largest pictures beside which all texts fit; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - room: the room of the card.
    ///   - textHeight: the height of all texts at a width.
    public static func largest(in room: Room, textHeight: (_ width: Double) -> Double) -> CardArrangement? {
        let whole = textHeight(room.width)
        guard !room.pictures.isEmpty else {
            return whole <= room.height ? CardArrangement(columnWidth: 0, pictureHeight: 0) : nil
        }
        let between = CardArrangement(
            columnWidth: 0, pictureHeight: (room.height - whole) / Double(room.pictures.count) - gap)
        var found = between.pictureHeight >= room.leastPictureHeight ? [between] : []
        // Texts that take nothing have nothing beside them.
        for share in whole > 0 ? [0.3, besideShare, 0.5, 0.6] : [] where room.columnHeight >= room.leastPictureHeight {
            let column = min(room.width * share, widest(room.columnHeight, in: room))
            let width = room.width - column - gap
            guard width >= leastTextWidth, textHeight(width) <= room.height else { continue }
            found.append(CardArrangement(columnWidth: column, pictureHeight: room.columnHeight))
        }
        return found.max { $0.area(in: room) < $1.area(in: room) }
    }

    /// The arrangement of a card whose texts have to be shortened.
    public static func shortened(in room: Room) -> CardArrangement {
        let column = min(room.width * besideShare, widest(room.columnHeight, in: room))
        let isBeside = !room.pictures.isEmpty && room.width - column - gap >= leastTextWidth
        return CardArrangement(
            columnWidth: isBeside ? column : 0,
            pictureHeight: isBeside ? room.columnHeight : min(room.leastPictureHeight, room.height))
    }

    private static func widest(_ height: Double, in room: Room) -> Double {
        room.pictures.map { height * $0 }.max() ?? 0
    }

    /// The area that the pictures cover.
    private func area(in room: Room) -> Double {
        let width = columnWidth > 0 ? columnWidth : room.width
        return room.pictures.reduce(0) { sum, ratio in
            let height = min(pictureHeight, width / ratio)
            return sum + height * height * ratio
        }
    }
}
