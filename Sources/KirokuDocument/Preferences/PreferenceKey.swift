/// The key of a preference, which carries its type and its default.
///
/// ```swift
/// extension PreferenceKey {
///     static var backupsKept: PreferenceKey<Int> { PreferenceKey<Int>("backups kept", default: 10) }
/// }
/// ```
public struct PreferenceKey<Value: PreferenceType>: PreferenceDefault, Hashable {
    /// The name under which the value is stored.
    public let name: String
    /// The value until another one is set.
    public let defaultValue: Value

    /// A key with the type of its default.
    public init(_ name: String, default defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
    }

    /// The default, as ``Preferences`` store it.
    public var initialValue: PreferenceValue { defaultValue.preferenceValue }
}

/// The key of a preference of any type, for lists of them.
public protocol PreferenceDefault: Sendable {
    /// The name under which the value is stored.
    var name: String { get }
    /// The value until another one is set; it determines the type of the key.
    var initialValue: PreferenceValue { get }
}
