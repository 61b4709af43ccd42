/// Preferences that are transferred to or from another machine.
extension Preferences {
    /// All values in the form of a file.
    public var contents: [String: PropertyValue] { contents(without: []) }

    /// The values in the form of a file, except those under some keys.
    ///
    /// - Parameter names: the names of keys that have a meaning on this machine only.
    public func contents(without names: Set<String>) -> [String: PropertyValue] {
        PreferencesFormat.encode(
            values.filter { !names.contains($0.key) }, foreign: foreign.filter { !names.contains($0.key) },
            version: version)
    }

    /// Replaces the values by those in a file, and notifies the observers; keys that the file lacks keep their values.
    ///
    /// Values under keys that this program does not know are kept for programs that do.
    ///
    /// - Parameters:
    ///   - contents: the contents of the file.
    ///   - names: the names of keys that keep their values.
    /// - Throws: ``FileFormatError`` if the contents are not preferences of this version. Nothing has changed then.
    public func take(_ contents: [String: PropertyValue], without names: Set<String> = []) throws(FileFormatError) {
        let found = try Self.read(contents, version: version, defaults: defaults)
        foreign.merge(found.foreign.filter { !names.contains($0.key) }) { $1 }
        replace(found.values.filter { !names.contains($0.key) })
    }

    /// Checks that the contents of a file are preferences of a version.
    ///
    /// - Throws: ``FileFormatError`` if not.
    public nonisolated static func check(
        _ contents: [String: PropertyValue], for defaults: [any PreferenceDefault], version: Int
    ) throws(FileFormatError) {
        let named = defaults.map { ($0.name, $0.initialValue) }
        _ = try read(contents, version: version, defaults: Dictionary(named) { first, _ in first })
    }

    private nonisolated static func read(
        _ contents: [String: PropertyValue], version: Int, defaults: [String: PreferenceValue]
    ) throws(FileFormatError) -> (values: [String: PreferenceValue], foreign: [String: PropertyValue]) {
        do {
            return try PreferencesFormat.decode(contents, version: version, defaults: defaults)
        } catch {
            throw FileFormatError(
                reason: error == .otherVersion
                    ? localized("It contains preferences of another version of Kiroku.")
                    : localized("It does not contain Kiroku’s preferences."))
        }
    }
}
