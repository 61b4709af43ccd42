import KirokuCore

/// The field that a type of PostgreSQL becomes.
struct ColumnTypes {
    private(set) var type: FieldType
    var reading = ColumnForm.asItIs
    /// Whether a typed text can be a value; structured texts are only shown.
    var isWritable = true
    var precision: ColumnPrecision?
    private(set) var rules = FieldRules()
    /// The types to which conditions may convert the values without changing them.
    private(set) var harmlessCasts: Set<String> = []
    /// The values of an enum, or of a text limited to them, in their order.
    private(set) var values: [String] = []
    /// Whether the server writes all times to the second.
    private(set) var writesSeconds = false

    init(_ type: ServerType) {
        self.init(byName: type)
        harmlessCasts =
            switch type.name {
            case "int2", "int4", "int8": ["integer", "bigint", "numeric"]
            case "numeric": ["numeric"]
            case "text", "varchar", "bpchar": ["text", "character varying", "bpchar"]
            default: []
            }
    }

    private init(byName type: ServerType) {
        switch type.name {
        case "int2": self.init(type: .int, range: Int(Int16.min)...Int(Int16.max))
        case "int4": self.init(type: .int, range: Int(Int32.min)...Int(Int32.max))
        case "int8": self.init(type: .int)
        case "float4": self.init(type: .float, precision: .single)
        case "float8": self.init(type: .float)
        case "numeric": self.init(type: .decimal, precision: type.decimals.map { .decimals($0) })
        case "bool": self.init(type: .bool, reading: .asText)
        case "date": self.init(type: .date)
        case "time":
            self.init(type: .time, precision: type.secondDecimals.map { .secondDecimals($0) })
            writesSeconds = true
        case "timestamp":
            self.init(type: .dateAndTime, precision: type.secondDecimals.map { .secondDecimals($0) })
            writesSeconds = true
        case "timestamptz":
            self.init(type: .dateAndTime, reading: .inZone, precision: type.secondDecimals.map { .secondDecimals($0) })
            writesSeconds = true
        case "bpchar": self.init(type: .string, reading: .asText, longest: type.length)
        case "varchar": self.init(type: .string, longest: type.length)
        case _ where type.isEnum && type.labels.count <= ChoiceOption.limit:
            self.init(type: .choice)
            values = type.labels
        default: self.init(type: .string, isWritable: type.isEnum || Self.plainTypes.contains(type.name))
        }
    }

    /// Takes conditions on the column into account.
    mutating func take(_ conditions: ConstraintRules) {
        rules = conditions.rules
        guard let values = conditions.values, type.holdsText || type.hasOptions, Self.canBeChoices(values) else {
            return
        }
        (type, self.values) = (.choice, values)
    }

    private static func canBeChoices(_ values: [String]) -> Bool {
        !values.isEmpty && values.count <= ChoiceOption.limit && Set(values).count == values.count
            && values.allSatisfy { !$0.isEmpty && $0.first?.isWhitespace == false && $0.last?.isWhitespace == false }
    }

    /// Types whose values can be typed as text; the server refuses invalid ones.
    private static let plainTypes: Set<String> = [
        "text", "name", "char", "uuid", "inet", "cidr", "macaddr", "macaddr8", "interval", "money", "timetz", "bit",
        "varbit", "oid", "citext",
    ]

    private init(
        type: FieldType, reading: ColumnForm = .asItIs, isWritable: Bool = true, precision: ColumnPrecision? = nil,
        range: ClosedRange<Int>? = nil, longest: Int? = nil
    ) {
        self.type = type
        self.reading = reading
        self.isWritable = isWritable
        self.precision = precision
        if let range {
            rules.least = .value(.int(range.lowerBound))
            rules.greatest = .value(.int(range.upperBound))
        }
        rules.longest = longest
    }
}

/// A PostgreSQL type; for a domain, its base type.
struct ServerType {
    /// The name without its schema; empty for a type from an extension that has the name of one of PostgreSQL's.
    let name: String
    let isEnum: Bool
    /// The values of an enum, in their order.
    let labels: [String]
    /// The type modifier, as PostgreSQL stores it; `nil` for none.
    let modifier: Int?

    /// The largest number of characters in a text.
    var length: Int? { modifier.map { $0 - 4 }.flatMap { $0 > 0 ? $0 : nil } }

    /// The largest number of digits after the decimal point of a number; from version 15 on, it may be negative.
    var decimals: Int? {
        modifier.map { modifier in
            let scale = (modifier - 4) & 0x7ff
            return scale >= 0x400 ? scale - 0x800 : scale
        }
    }

    /// The largest number of digits of fractional seconds of a time.
    var secondDecimals: Int? { modifier.flatMap { (0...6).contains($0) ? $0 : nil } }
}
