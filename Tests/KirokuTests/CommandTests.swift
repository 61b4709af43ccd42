import CGtk
import TestSupport
import XCTest

@testable import Kiroku

final class CommandTests: GtkTestCase {
    func testEveryCommandHasAnActionOfItsOwn() {
        let actions = Command.allCases.map(\.action)
        XCTAssertEqual(Set(actions).count, actions.count)
        for action in actions {
            XCTAssertTrue(action.hasPrefix("win."))
            XCTAssertNotEqual(g_action_name_is_valid(action), 0, action)
        }
    }

    func testTheKeysOfCommandsAreKeys() {
        onMain {
            for (action, keys) in DocumentWindow.keys {
                for key in keys { XCTAssertNotNil(accelerator(key), "\(action): \(key)") }
            }
            let actions =
                Command.allCases.map(\.action) + ScreenKind.allCases.map(\.action)
                + DocumentWindow.viewKeys.map(\.action)
            XCTAssertEqual(DocumentWindow.keys.map(\.action), actions)
        }
    }

    func testNoKeyIsUsedTwice() {
        onMain {
            let all = (DocumentWindow.keys.flatMap(\.keys) + KirokuApplication.quitKeys).compactMap(accelerator)
            XCTAssertEqual(Set(all).count, all.count)
        }
    }

    func testTheListOfKeysHasEveryKeyOnce() {
        onMain {
            // GTK writes a range of keys so.
            let listed = DocumentWindow.shortcuts.flatMap(\.shortcuts).flatMap(\.keys).flatMap { key in
                key == "<Alt>1...9" ? DocumentWindow.viewKeys.flatMap(\.keys) : [key]
            }
            for key in DocumentWindow.keys.flatMap(\.keys) + KirokuApplication.quitKeys {
                XCTAssertTrue(listed.contains(key), key)
            }
            // A key of the window never gets to the grid.
            XCTAssertEqual(Set(listed.compactMap(accelerator)).count, listed.count)
            for command in Command.allCases {
                XCTAssertEqual(command.shortcutTitle == nil, command.keys.isEmpty, command.rawValue)
            }
        }
    }
}

/// Key and modifiers, as GTK reads them; `nil` if it cannot.
@MainActor
private func accelerator(_ text: String) -> [guint]? {
    var key: guint = 0
    var modifiers = GdkModifierType(rawValue: 0)
    gtk_accelerator_parse(text, &key, &modifiers)
    return key == 0 ? nil : [gdk_keyval_to_lower(key), modifiers.rawValue]
}
