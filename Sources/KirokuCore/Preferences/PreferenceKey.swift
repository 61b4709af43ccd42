/// The key of a preference, which carries its type and its default.
///
/// ```swift
/// extension PreferenceKey {
///     static var backupsKept: PreferenceKey<Int> { PreferenceKey<Int>("backups kept", default: 10) }
/// }
/// ```
public struct PreferenceKey<Value: PreferenceType>: PreferenceDefault, Hashable {
    /// What the value is kept under.
    public let name: String
    /// The value until another one takes its place.
    public let defaultValue: Value

    /// A key of the type that its default has.
    public init(_ name: String, default defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
    }

    /// The default, as ``Preferences`` hold it.
    public var initialValue: PreferenceValue { defaultValue.preferenceValue }
}

/// The key of a preference of any type, for lists of them.
public protocol PreferenceDefault: Sendable {
    /// What the value is kept under.
    var name: String { get }
    /// The value until another one takes its place; decides the type of the key.
    var initialValue: PreferenceValue { get }
}
