import GtkKit
import KirokuCore
import KirokuPresentation
import KirokuViews

/// All preferences, each with its control; changes take effect at once.
@MainActor
final class PreferencesView {
    /// The content of the sheet.
    let widget: AnyWidget
    /// Lets the user choose a folder in a dialog with this title, and calls its argument with the path.
    var onChooseFolder: ((_ title: String, @escaping @MainActor (String) -> Void) -> Void)?
    /// Called when the user wants to export the preferences; `onImport`, to import them.
    var onExport: (() -> Void)?
    var onImport: (() -> Void)?
    /// Called with a description of what can be typed, when something else was typed; nothing has changed.
    var onRefusal: ((String) -> Void)?

    let preferences: AppPreferences
    private let sampleTable: RecordTable?
    private let content = column(spacing: 18)
    private var rows: [PreferenceRow] = []
    /// The controls that are as wide as the widest of them.
    private var wideControls: [AnyWidget] = []
    /// Closures that each show the current value in a control.
    private var refreshers: [@MainActor () -> Void] = []
    private var sample: CopySample?
    private var observation: Observation?

    /// - Parameter sampleTable: the table whose first record is the sample for copying.
    init(of preferences: AppPreferences, sampleTable: RecordTable?) {
        self.preferences = preferences
        self.sampleTable = sampleTable
        content.setMargins(vertical: 24)
        widget = AnyWidget(content)
        fill()
        observation = preferences.values.observe { [weak self] change in self?.follow(change) }
    }

    private func fill() {
        let groups = [
            PreferenceGroup(localized("Appearance"), rows: appearanceRows),
            PreferenceGroup(localized("Copying"), rows: copyingRows, below: makeSample()),
            PreferenceGroup(localized("Backups"), rows: backupRows, below: makeSecondCopyFolder()),
            PreferenceGroup(localized("Pictures"), rows: [], below: makeFolders()),
            PreferenceGroup(localized("Dialogs"), rows: dialogRows),
            PreferenceGroup(localized("Another Computer"), rows: [], below: makeExchange()),
        ]
        let title = sheetTitle(localized("Preferences"))
        content.append(title)
        for group in groups { content.append(group.widget) }
        makeSameWidth(wideControls)
        content.showAll()
        refresh()
    }

    private func follow(_ change: PreferencesChange) {
        refresh()
        guard change.includes(PreferenceKeys.language) else { return }
        // This must not happen during the signal of the control that made the change, as that control is destroyed with
        // the others.
        MainLoop.whenIdle { [weak self] in self?.rebuild() }
    }

    /// Builds the content again in another language.
    private func rebuild() {
        guard observation != nil else { return }
        rows = []
        wideControls = []
        refreshers = []
        content.removeAll()
        fill()
        _ = content.moveFocus(.next)
    }

    /// Stops following changes.
    func end() {
        observation = nil
    }

    private func refresh() {
        for refresh in refreshers { refresh() }
        for row in rows { row.refresh() }
    }

    private func makeSample() -> AnyWidget {
        let sample = CopySample(of: sampleTable)
        self.sample = sample
        refreshers.append { [preferences] in sample.show(preferences.copyOptions) }
        return AnyWidget(sample.widget)
    }

    private func makeFolders() -> AnyWidget {
        let folders = FolderRows(
            add: { [weak self] in self?.addFolder() }, remove: { [weak self] in self?.removeFolder($0) })
        refreshers.append { [preferences] in folders.show(preferences.pictureFolders) }
        return AnyWidget(folders.widget)
    }

    private func makeSecondCopyFolder() -> AnyWidget {
        let row = SecondCopyFolderRow(
            choose: { [weak self] in
                self?.onChooseFolder?(localized("Choose a Folder for Second Copies")) { [weak self] path in
                    self?.preferences.set(path, for: PreferenceKeys.secondCopyFolder)
                }
            },
            remove: { [weak self] in self?.preferences.set("", for: PreferenceKeys.secondCopyFolder) })
        refreshers.append { [preferences] in row.show(preferences.secondCopyFolder) }
        return AnyWidget(row.widget)
    }

    private func makeExchange() -> AnyWidget {
        let content = column(spacing: 6)
        content.setMargins(horizontal: 12, vertical: 6)
        content.append(
            paragraph(localized("Transfer all preferences except folders in a file."), isMuted: true))
        let buttons = row()
        buttons.append(button(localized("Export…")) { [weak self] in self?.onExport?() })
        buttons.append(button(localized("Import…")) { [weak self] in self?.onImport?() })
        content.append(buttons)
        return AnyWidget(content)
    }

    private func addFolder() {
        onChooseFolder?(localized("Add a Folder of Pictures")) { [weak self] path in
            guard let self, !preferences.pictureFolders.contains(path) else { return }
            preferences.set(pictureFolders: preferences.pictureFolders + [path])
        }
    }

    private func removeFolder(_ path: String) {
        preferences.set(pictureFolders: preferences.pictureFolders.filter { $0 != path })
    }

    // MARK: Kinds of rows

    func choiceRow<Choice: PreferenceChoice>(
        _ title: String, note: String? = nil, _ key: PreferenceKey<Choice.RawValue>, _ type: Choice.Type
    ) -> PreferenceRow {
        let choices = Array(Choice.allCases)
        let box = comboBox(name: title, choices: choices.map(\.title))
        refreshers.append { [preferences] in
            let chosen: Choice = preferences.choice(key)
            box.chosen = choices.firstIndex(of: chosen)
        }
        box.onChange { [weak self] in
            if let place = box.chosen { self?.preferences.set(choices[place].rawValue, for: key) }
        }
        return addRow(title, note: note, box, key)
    }

    func switchRow(_ title: String, note: String? = nil, _ key: PreferenceKey<Bool>) -> PreferenceRow {
        let control = toggleSwitch(name: title)
        refreshers.append { [preferences] in control.isOn = preferences.values[key] }
        control.onChange { [weak self] in self?.preferences.set(control.isOn, for: key) }
        return addRow(title, note: note, control, key)
    }

    func numberRow(
        _ title: String, note: String? = nil, _ key: PreferenceKey<Int>, range: ClosedRange<Int>, step: Int = 1
    ) -> PreferenceRow {
        let numbers = Double(range.lowerBound)...Double(range.upperBound)
        let control = spinButton(name: title, range: numbers, step: Double(step))
        refreshers.append { [preferences] in control.value = Double(preferences.values[key]) }
        control.onChange { [weak self] in self?.preferences.set(Int(control.value), for: key) }
        control.onRefusal { [weak self] in
            self?.onRefusal?(
                localized(
                    "From {least} to {most}.",
                    ["least": localizedNumber(range.lowerBound), "most": localizedNumber(range.upperBound)]))
        }
        return addRow(title, note: note, control, key)
    }

    func secondsRow(_ title: String, note: String? = nil, _ key: PreferenceKey<Double>) -> PreferenceRow {
        let control = spinButton(name: title, range: SlideTime.range, step: 0.1, decimals: 1)
        refreshers.append { [preferences] in control.value = preferences.values[key] }
        control.onChange { [weak self] in
            // One decimal is shown, so the value has one.
            self?.preferences.set((control.value * 10).rounded() / 10, for: key)
        }
        control.onRefusal { [weak self] in self?.onRefusal?(SlideTime.rangeText) }
        return addRow(title, note: note, control, key)
    }

    func stepRow<Step: SheetStep>(_ title: String, _ key: PreferenceKey<Int>, _ type: Step.Type) -> PreferenceRow {
        let control = comboBox(name: title, choices: Step.allCases.map(\.name))
        refreshers.append { [preferences] in control.chosen = preferences.values[key] }
        control.onChange { [weak self] in
            if let step = control.chosen { self?.preferences.set(step, for: key) }
        }
        return addRow(title, note: nil, control, key)
    }

    private func addRow<Value>(
        _ title: String, note: String?, _ control: some Widget, _ key: PreferenceKey<Value>
    ) -> PreferenceRow {
        let row = PreferenceRow(
            title, note: note, control: control,
            isDefault: { [preferences] in (try? preferences.values.isDefault(key.name)) ?? true },
            reset: { [weak self] in
                control.grabFocus()
                try? self?.preferences.values.reset(key.name)
            })
        rows.append(row)
        if !(control is Switch) { wideControls.append(AnyWidget(control)) }
        return row
    }
}
