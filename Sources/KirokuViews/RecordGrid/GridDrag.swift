/// What a press of the pointer has begun.
enum GridDrag: Equatable {
    case none
    case selecting
    case selectingRecords
    /// The edge of this field is held; it was so wide, and the pointer was there, when it was taken.
    case resizing(field: Int, width: Double, x: Double)
    /// A header was pressed, at this place; whether it sorts or moves, what comes next decides.
    case pressingHeader(field: Int, x: Double, adds: Bool)
    /// A header is dragged and would come to stand before the field at `gap`.
    case movingField(field: Int, gap: Int)
}
