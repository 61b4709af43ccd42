/// The saved form of preferences: a dictionary with the format's `version` and the `values`.
enum PreferencesFormat {
    /// Why the contents cannot be used.
    enum Fault: Error, Hashable {
        case otherVersion
        case damaged
    }

    /// - Parameter foreign: values under keys that this program does not know.
    static func encode(
        _ values: [String: PreferenceValue], foreign: [String: PropertyValue], version: Int
    ) -> [String: PropertyValue] {
        [versionKey: .int(version), valuesKey: .dictionary(foreign.merging(values.mapValues(property)) { $1 })]
    }

    /// Returns the values of the keys in `defaults`, and those of other keys as they are.
    ///
    /// Missing keys are left to their defaults.
    static func decode(
        _ contents: [String: PropertyValue], version: Int, defaults: [String: PreferenceValue]
    ) throws(Fault) -> (values: [String: PreferenceValue], foreign: [String: PropertyValue]) {
        guard case .int(let found) = contents[versionKey] else { throw .damaged }
        guard found == version else { throw .otherVersion }
        guard case .dictionary(let properties) = contents[valuesKey] else { throw .damaged }
        var values: [String: PreferenceValue] = [:]
        for (name, initial) in defaults {
            guard let property = properties[name] else { continue }
            guard let value = value(property, initial.type) else { throw .damaged }
            values[name] = value
        }
        return (values, properties.filter { defaults[$0.key] == nil })
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

    private static func value(_ property: PropertyValue, _ type: PreferenceValue.Kind) -> PreferenceValue? {
        switch (type, property) {
        case (.int, .int(let number)): .int(number)
        case (.bool, .bool(let flag)): .bool(flag)
        case (.string, .string(let text)): .string(text)
        // A whole Float is read as an Int.
        case (.float, _): property.number.flatMap { $0.isNaN ? nil : .float($0) }
        default: nil
        }
    }
}
