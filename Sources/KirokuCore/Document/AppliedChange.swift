/// What came of making a change of a table.
package struct AppliedChange {
    /// The change as it was made, with what it found in the table.
    package let change: Change
    let extent: ChangeExtent
    /// Fields that have taken the place of others of another type.
    var replaced: [FieldReplacement] = []
}

extension AppliedChange {
    /// Changes that were made one after the other, as one.
    init(of parts: [AppliedChange]) {
        let extents = parts.map(\.extent).filter { $0 != .cells([]) }
        self.init(
            change: parts.count == 1 ? parts[0].change : .sequence(parts.map(\.change)),
            extent: extents.isEmpty ? .cells([]) : extents.count == 1 ? extents[0] : .everything,
            replaced: parts.flatMap(\.replaced))
    }
}

/// What a change touched, so that views redraw no more than that and can bring it into sight.
public enum ChangeExtent: Sendable, Hashable {
    /// Only these cells hold something else now.
    case cells([CellPosition])
    /// Records came; they are at these places now.
    case recordsInserted(RecordIndexes)
    /// Records went; they were at these places.
    case recordsDeleted(RecordIndexes)
    /// The fields are others now, or several things happened.
    case everything
}

/// A cell, by the index of its record and of its field.
public struct CellPosition: Sendable, Hashable {
    /// The record's index, from 0.
    public var record: Int
    /// The field's index, from 0.
    public var field: Int

    /// The place of this record's cell in this field, whether or not a table has one there.
    public init(record: Int, field: Int) {
        self.record = record
        self.field = field
    }
}

extension CellPosition: Comparable {
    /// In the order of reading: record by record.
    public static func < (left: CellPosition, right: CellPosition) -> Bool {
        (left.record, left.field) < (right.record, right.field)
    }
}
