/// The values of a Bool field, one byte a record.
public struct BoolColumn: TypedColumn, Hashable {
    public typealias Value = Bool

    private var flags: [Bool?] = []

    public init() {}

    public var count: Int { flags.count }

    public subscript(index: Int) -> Bool? {
        get { flags[index] }
        set { flags[index] = newValue }
    }

    public mutating func append(_ value: Bool?) {
        flags.append(value)
    }

    public mutating func reserveCapacity(_ capacity: Int) {
        flags.reserveCapacity(capacity)
    }
}
