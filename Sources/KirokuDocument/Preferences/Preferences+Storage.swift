extension Preferences {
    /// Saves all values, and waits for the disk.
    ///
    /// - Throws: ``StorageError``, also if an old file that must not be lost cannot be moved aside.
    public func save() throws(StorageError) {
        if isOldFileInTheWay {
            _ = try Self.keepOldFile(of: link)
            isOldFileInTheWay = false
        }
        try link.save(contents)
    }

    /// Saves all values as they are at the time of the call.
    ///
    /// The work is done in the background; the method returns at its end. Calls are processed in order, so the last one
    /// wins.
    ///
    /// - Throws: ``StorageError``, also if an old file that must not be lost cannot be moved aside.
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

    /// Loads the saved values, and notifies the observers; keys without a saved value get their defaults.
    ///
    /// Call this when something else has written them.
    public func readAgain() {
        replace(defaults.merging(loadedValues()) { $1 })
    }

    /// The notice for the user about the preferences that were found; `nil` in all later calls.
    public func takeNotice() -> PreferencesNotice? {
        defer { notice = nil }
        return notice
    }

    /// The saved values; none if the defaults apply.
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

    /// Begins with the defaults, and moves what was found aside.
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

    /// The new path of the old file; `nil` if there is no file to keep.
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
