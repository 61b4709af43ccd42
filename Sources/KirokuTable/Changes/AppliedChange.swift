/// The result of making a change of a table.
package struct AppliedChange {
    /// The change as it was made, with what it found in the table.
    package let change: Change
    package let extent: ChangeExtent
    /// Fields that have replaced others of a different type.
    package var replaced: [FieldReplacement] = []
}

extension AppliedChange {
    /// Changes that were made in sequence, as one.
    package init(of parts: [AppliedChange]) {
        let extents = parts.map(\.extent).filter { $0 != .cells([]) }
        self.init(
            change: parts.count == 1 ? parts[0].change : .sequence(parts.map(\.change)),
            extent: extents.isEmpty ? .cells([]) : extents.count == 1 ? extents[0] : .everything,
            replaced: parts.flatMap(\.replaced))
    }
}

/// What a change affected, so that views redraw no more than that and can scroll to it.
public enum ChangeExtent: Sendable, Hashable {
    /// Only these cells have changed.
    case cells([CellPosition])
    /// Records were inserted, now at these indexes.
    case recordsInserted(RecordIndexes)
    /// Records were deleted, formerly at these indexes.
    case recordsDeleted(RecordIndexes)
    /// The fields have changed, or several things happened.
    case everything
}

/// A cell, by the index of its record and of its field.
public struct CellPosition: Sendable, Hashable {
    /// The record's index, from 0.
    public var record: Int
    /// The field's index, from 0.
    public var field: Int

    /// The position of this record's cell in this field, whether or not a table has such a cell.
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
