/// Things of different sizes that follow each other in rooms of one size.
public enum Rooms {
    /// Puts as many things into each room as fit, but at least one.
    ///
    /// - Parameters:
    ///   - sizes: the sizes of the things, in their order.
    ///   - room: the size of a room.
    ///   - gap: the distance between two things in a room.
    /// - Returns: the indexes of the things in each room; one empty room if there are none.
    public static func divided(_ sizes: [Double], among room: Double, gap: Double = 0) -> [Range<Int>] {
        var rooms: [Range<Int>] = []
        var start = 0
        var used = 0.0
        for (place, size) in sizes.enumerated() {
            // An excess too small to see is not worth another room.
            if place > start, used + size > room + 0.01 {
                rooms.append(start..<place)
                (start, used) = (place, 0)
            }
            used += size + gap
        }
        rooms.append(start..<sizes.count)
        return rooms
    }
}
