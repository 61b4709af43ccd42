/// The values of an Int or Float field: a plain array of numbers, and a bit for each empty cell.
public struct NumberColumn<Number: FieldValue & Numeric>: TypedColumn, Hashable {
    public typealias Value = Number

    /// The numbers in record order. Where a cell is empty stands 0.
    public private(set) var numbers: [Number] = []
    private var presence = PresenceBits()

    public init() {}

    public var count: Int { numbers.count }

    /// Whether no cell is empty, so that ``numbers`` alone tells everything.
    public var isFull: Bool { presence.isFull }

    public subscript(index: Int) -> Number? {
        get {
            let number = numbers[index]
            return presence[index] ? number : nil
        }
        set {
            numbers[index] = newValue ?? 0
            presence[index] = newValue != nil
        }
    }

    public mutating func append(_ value: Number?) {
        numbers.append(value ?? 0)
        presence.append(value != nil)
    }

    public mutating func reserveCapacity(_ capacity: Int) {
        numbers.reserveCapacity(capacity)
        presence.reserveCapacity(capacity)
    }
}
