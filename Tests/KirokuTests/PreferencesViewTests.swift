import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import Kiroku

final class PreferencesViewTests: GtkTestCase {
    func testNothingIsLeftOfAViewThatHasGone() throws {
        try onMain {
            var table = try RecordTable(fieldNames: ["Name", "Rate"], fieldTypes: [.string, .float])
            try table.addRecord([.string("Ann"), .float(1.5)])
            let preferences = AppPreferences(link: MemoryLink())
            // Once before counting: what GTK makes once stays.
            show(preferences, table)
            let before = ClosureBoxes.live
            for _ in 0..<5 { show(preferences, table) }
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }

    func testARowShowsThatItDiffersFromTheDefault() {
        onMain {
            let state = RowState()
            let row = PreferenceRow(
                "Theme", control: toggleSwitch(name: "Theme"), isDefault: { state.isDefault },
                reset: { state.resets += 1 })
            let window = testWindow(row.widget)
            XCTAssertFalse(row.isMarked)
            state.isDefault = false
            row.refresh()
            XCTAssertTrue(row.isMarked)
            state.isDefault = true
            row.refresh()
            XCTAssertFalse(row.isMarked)
            XCTAssertEqual(state.resets, 0)
            window.destroy()
        }
    }
}

/// What a row is told of its preference, and how often it asked for the default.
@MainActor
private final class RowState {
    var isDefault = true
    var resets = 0
}

/// Shows the preferences in a window, changes some, and takes it all down.
@MainActor
private func show(_ preferences: AppPreferences, _ table: RecordTable) {
    let view = PreferencesView(of: preferences, sampleTable: table)
    let window = testWindow(view.widget, width: 600, height: 400)
    preferences.set(ThemeChoice.dark.rawValue, for: PreferenceKeys.theme)
    preferences.set(pictureFolders: ["/a", "/b"])
    preferences.set(LanguageChoice.english.rawValue, for: PreferenceKeys.language)
    workOff()
    for name in preferences.values.defaults.keys { try? preferences.values.reset(name) }
    workOff()
    view.end()
    window.destroy()
    workOff()
}
