extension Preferences {
    /// Writes all values to the place where they are kept, and waits for the disk.
    ///
    /// - Throws: ``StorageError``, also if an old file that is not to be lost is still in the way.
    public func save() throws(StorageError) {
        if isOldFileInTheWay {
            _ = try Self.keepOldFile(of: link)
            isOldFileInTheWay = false
        }
        try link.save(contents)
    }

    /// Writes all values, as they are at the call, to the place where they are kept.
    ///
    /// Works in the background and returns when it is done. Calls are worked off in their order, so the last one wins.
    ///
    /// - Throws: ``StorageError``, also if an old file that is not to be lost is still in the way.
    public func saveInBackground() async throws(StorageError) {
        let contents = contents
        let earlier = lastSave
        let save = Task {
            _ = await earlier?.value
            let result = await Self.write(contents, to: link, keepingOldFile: isOldFileInTheWay)
            if case .success = result { isOldFileInTheWay = false }
            return result
        }
        lastSave = save
        try await save.value.get()
    }

    @concurrent
    private nonisolated static func write(
        _ contents: [String: PropertyValue], to link: any DictionaryLink, keepingOldFile: Bool
    ) async -> Result<Void, StorageError> {
        Result { () throws(StorageError) in
            if keepingOldFile { _ = try keepOldFile(of: link) }
            try link.save(contents)
        }
    }

    /// Goes on with what is kept, and tells the observers; keys that are missing there have their defaults.
    ///
    /// To be called when something else has written it.
    public func readAgain() {
        replace(defaults.merging(loadedValues()) { $1 })
    }

    /// What the user is to be told about the preferences that were found; only the first call says so.
    public func takeNotice() -> PreferencesNotice? {
        defer { notice = nil }
        return notice
    }

    /// The values that were saved; none where the defaults are to be used.
    func loadedValues() -> [String: PreferenceValue] {
        do {
            let found = try PreferencesFormat.decode(try link.load(), version: version, defaults: defaults)
            foreign = found.foreign
            return found.values
        } catch StorageError.notFound, StorageError.unsupported {
            return [:]
        } catch PreferencesFormat.Fault.otherVersion {
            begin(because: .otherVersion)
        } catch let error as StorageError where !Self.isDamage(error) {
            begin(because: .unreadable)
        } catch {
            begin(because: .damaged)
        }
        return [:]
    }

    /// Begins with the defaults and keeps what is there.
    private func begin(because reason: PreferencesNotice.Reason) {
        var name: String?
        do {
            name = try Self.keepOldFile(of: link)
        } catch {
            isOldFileInTheWay = true
        }
        let notice = PreferencesNotice(reason: reason, keptAs: name, isKept: !isOldFileInTheWay)
        Reports.error("KRK_PR_LD", "preferences are not used: \(data: notice.description)")
        self.notice = notice
    }

    /// The path under which the old file is kept now, or `nil` if there is no file to keep.
    private nonisolated static func keepOldFile(of link: any DictionaryLink) throws(StorageError) -> String? {
        guard let place = link as? any KeepsAside else { return nil }
        do {
            return try place.keepAside()
        } catch .notFound {
            return nil
        } catch {
            throw error
        }
    }

    private static func isDamage(_ error: StorageError) -> Bool {
        switch error {
        case .malformed, .damaged, .notAFile, .tooLarge: true
        default: false
        }
    }
}
