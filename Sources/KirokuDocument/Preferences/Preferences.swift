/// The choices of the user: values under keys, of the types Int, Float, Bool and String.
///
/// ```swift
/// let preferences = Preferences([backupsKept, slideTime], version: 1, link: links.preferences)
/// let observation = preferences.observe { change in
///     if change.includes(slideTime) { … }
/// }
/// let before = preferences.snapshot
/// try preferences.set(20, for: backupsKept)  // takes effect at once
/// try preferences.save()                     // or preferences.restore(before)
/// ```
///
/// All keys come from the defaults, which also determine their types. Values can be replaced; keys are never added.
/// Refused calls are reported (``Reports/refused(_:_:)``).
@MainActor
public final class Preferences {
    /// The defaults, by the names of their keys.
    public let defaults: [String: PreferenceValue]
    package private(set) var values: [String: PreferenceValue]
    /// Values under keys that this program does not know; saved with the others for programs that do.
    package var foreign: [String: PropertyValue] = [:]
    package let version: Int
    package let link: any DictionaryLink
    /// Whether the place of the link holds something foreign that must not be overwritten.
    var isOldFileInTheWay = false
    /// The last save that was requested.
    var lastSave: Task<Result<Void, StorageError>, Never>?
    var notice: PreferencesNotice?
    private let observers = Observers<PreferencesChange>()

    /// Loads the preferences, or begins with the defaults if nothing has been saved.
    ///
    /// If the saved preferences are damaged or of another version, the defaults apply, and the old file is renamed and
    /// kept (see ``takeNotice()``).
    ///
    /// - Parameters:
    ///   - defaults: all the keys; of two with the same name, the first counts.
    ///   - version: the version of the format that this app writes and reads; there is no migration from others.
    ///   - link: where the preferences are saved.
    public convenience init(_ defaults: [any PreferenceDefault], version: Int, link: any DictionaryLink) {
        let named = defaults.map { ($0.name, $0.initialValue) }
        self.init(defaults: Dictionary(named) { first, _ in first }, version: version, link: link)
    }

    /// Loads the preferences as the other initializer does, with the defaults given by the names of their keys.
    public init(defaults: [String: PreferenceValue], version: Int, link: any DictionaryLink) {
        self.defaults = defaults
        self.version = version
        self.link = link
        values = defaults
        values.merge(loadedValues()) { $1 }
    }

    // MARK: Values

    /// The value under a key, by its name.
    ///
    /// - Throws: ``PreferenceError/empty``, ``PreferenceError/unknownKey(_:)``.
    public func value(named name: String) throws(PreferenceError) -> PreferenceValue {
        try stored(name, "KRK_PR_GET")
    }

    private func stored(_ name: String, _ code: StaticString) throws(PreferenceError) -> PreferenceValue {
        guard !values.isEmpty else { throw Reports.refused(code, .empty) }
        guard let value = values[name] else { throw Reports.refused(code, .unknownKey(name)) }
        return value
    }

    /// The value under a key.
    ///
    /// - Throws: ``PreferenceError/empty``, ``PreferenceError/unknownKey(_:)``,
    ///   ``PreferenceError/storedTypeDiffers(key:stored:asked:)``.
    public func value<Value>(of key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        let stored = try value(named: key.name)
        guard let value = Value(stored) else {
            throw Reports.refused(
                "KRK_PR_GET",
                .storedTypeDiffers(key: key.name, stored: stored.type, asked: Value.preferenceType))
        }
        return value
    }

    /// Replaces the value under a key, by its name, and notifies the observers if it differs.
    ///
    /// - Throws: ``PreferenceError/empty``, ``PreferenceError/unknownKey(_:)``,
    ///   ``PreferenceError/newTypeDiffers(key:stored:new:)``, ``PreferenceError/notANumber(key:)``.
    public func set(_ new: PreferenceValue, named name: String) throws(PreferenceError) {
        let stored = try self.stored(name, "KRK_PR_SET")
        guard new.type == stored.type else {
            throw Reports.refused("KRK_PR_SET", .newTypeDiffers(key: name, stored: stored.type, new: new.type))
        }
        if case .float(let number) = new, number.isNaN {
            throw Reports.refused("KRK_PR_SET", .notANumber(key: name))
        }
        replace([name: new])
    }

    /// Replaces the value under a key, and notifies the observers if it differs.
    ///
    /// - Throws: the errors of ``set(_:named:)``.
    public func set<Value>(_ new: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        try set(new.preferenceValue, named: key.name)
    }

    /// The value under a key; its default if ``value(of:)`` would throw an error.
    ///
    /// Use this for keys that are known to be among the defaults.
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        (try? value(of: key)) ?? key.defaultValue
    }

    // MARK: Defaults

    /// Whether the value under a key, by its name, is the default.
    ///
    /// - Throws: ``PreferenceError/empty``, ``PreferenceError/unknownKey(_:)``.
    public func isDefault(_ name: String) throws(PreferenceError) -> Bool {
        try value(named: name) == defaults[name]
    }

    /// Resets the value under a key, by its name, to its default.
    ///
    /// - Throws: ``PreferenceError/empty``, ``PreferenceError/unknownKey(_:)``.
    public func reset(_ name: String) throws(PreferenceError) {
        _ = try stored(name, "KRK_PR_SET")
        replace(defaults.filter { $0.key == name })
    }

    // MARK: Snapshots

    /// The current values.
    public var snapshot: PreferencesSnapshot { PreferencesSnapshot(values: values, foreign: foreign) }

    /// Restores all values, and notifies the observers of those that have changed.
    public func restore(_ snapshot: PreferencesSnapshot) {
        foreign = snapshot.foreign
        replace(snapshot.values.filter { values[$0.key]?.type == $0.value.type })
    }

    // MARK: Observing

    /// Calls `body` after every change of values, as long as the caller keeps the returned observation.
    public func observe(_ body: @escaping @MainActor (PreferencesChange) -> Void) -> Observation {
        observers.add(body)
    }

    package func replace(_ new: [String: PreferenceValue]) {
        let changed = new.filter { values[$0.key] != $0.value }
        guard !changed.isEmpty else { return }
        values.merge(changed) { $1 }
        observers.notify(PreferencesChange(names: Set(changed.keys)))
    }
}

/// All values of preferences at one moment.
public struct PreferencesSnapshot: Sendable, Hashable {
    package let values: [String: PreferenceValue]
    package let foreign: [String: PropertyValue]
}

/// The preferences that have changed.
public struct PreferencesChange: Sendable, Hashable {
    /// The names of their keys.
    public let names: Set<String>

    /// Whether the value under this key has changed.
    public func includes<Value>(_ key: PreferenceKey<Value>) -> Bool { names.contains(key.name) }
}
