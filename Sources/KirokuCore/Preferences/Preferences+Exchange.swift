/// Preferences that go to another machine, or come from one.
extension Preferences {
    /// All values, as they stand in a file.
    public var contents: [String: PropertyValue] { contents(without: []) }

    /// The values as they stand in a file, without those under some keys.
    ///
    /// - Parameter names: the names of keys that mean something on this machine only.
    public func contents(without names: Set<String>) -> [String: PropertyValue] {
        PreferencesFormat.encode(
            values.filter { !names.contains($0.key) }, foreign: foreign.filter { !names.contains($0.key) },
            version: version)
    }

    /// Takes over what stands in a file, and tells the observers; keys that are missing there keep their values.
    ///
    /// Values under keys that this program does not know are kept for one that does.
    ///
    /// - Parameters:
    ///   - contents: what is in the file.
    ///   - names: the names of keys whose values stay as they are.
    /// - Throws: ``FileFormatError`` if these are not preferences of this version. Nothing has changed then.
    public func take(_ contents: [String: PropertyValue], without names: Set<String> = []) throws(FileFormatError) {
        let found = try Self.read(contents, version: version, defaults: defaults)
        foreign.merge(found.foreign.filter { !names.contains($0.key) }) { $1 }
        replace(found.values.filter { !names.contains($0.key) })
    }

    /// Looks whether these are preferences of a version, as they stand in a file.
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
                    ? localized("It holds preferences of another version of Kiroku.")
                    : localized("It does not hold Kiroku’s preferences."))
        }
    }
}
