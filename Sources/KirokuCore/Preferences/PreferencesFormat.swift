/// How preferences are kept (spec 5): a dictionary with the format's `version` and the `values`.
enum PreferencesFormat {
    /// Why what was read is not used.
    enum Fault: Error, Hashable {
        case otherVersion
        case damaged
    }

    static func encode(_ values: [String: PreferenceValue], version: Int) -> [String: PropertyValue] {
        [versionKey: .int(version), valuesKey: .dictionary(values.mapValues(property))]
    }

    /// The values of the keys that are among `defaults`.
    ///
    /// Other keys mean nothing; keys that are missing are left to their defaults.
    static func decode(
        _ contents: [String: PropertyValue], version: Int, defaults: [String: PreferenceValue]
    ) throws(Fault) -> [String: PreferenceValue] {
        guard case .int(let found) = contents[versionKey] else { throw .damaged }
        guard found == version else { throw .otherVersion }
        guard case .dictionary(let properties) = contents[valuesKey] else { throw .damaged }
        var values: [String: PreferenceValue] = [:]
        for (name, initial) in defaults {
            guard let property = properties[name] else { continue }
            guard let value = value(property, initial.type) else { throw .damaged }
            values[name] = value
        }
        return values
    }

    private static let versionKey = "version"
    private static let valuesKey = "values"

    private static func property(_ value: PreferenceValue) -> PropertyValue {
        switch value {
        case .int(let number): .int(number)
        case .float(let number): .real(number)
        case .bool(let flag): .bool(flag)
        case .string(let text): .string(text)
        }
    }

    private static func value(_ property: PropertyValue, _ type: FieldType) -> PreferenceValue? {
        switch (type, property) {
        case (.int, .int(let number)): .int(number)
        case (.bool, .bool(let flag)): .bool(flag)
        case (.string, .string(let text)): .string(text)
        // A whole Float comes back as an Int.
        case (.float, _): property.number.flatMap { $0.isNaN ? nil : .float($0) }
        default: nil
        }
    }
}
