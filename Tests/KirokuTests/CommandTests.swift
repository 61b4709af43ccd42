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
            let actions = Command.allCases.map(\.action) + ScreenKind.allCases.map(\.action)
            XCTAssertEqual(DocumentWindow.keys.map(\.action), actions)
        }
    }

    func testNoKeyIsUsedTwice() {
        onMain {
            let quit = "<Primary>q"
            let all = (DocumentWindow.keys.flatMap(\.keys) + [quit]).compactMap(accelerator)
            XCTAssertEqual(Set(all).count, all.count)
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
