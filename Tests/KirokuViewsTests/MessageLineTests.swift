import CGtk
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class MessageLineTests: GtkTestCase {
    func testTheTextIsShownAndIsTheAccessibleName() {
        onMain {
            let line = MessageLine()
            let window = testWindow(line.widget)
            XCTAssertEqual(line.widget.text, "")
            XCTAssertNil(line.message)
            let message = Message("“abc” is not a whole number. <b>&", .error)
            line.show(message)
            XCTAssertEqual(line.message, message)
            XCTAssertEqual(line.widget.text, message.text)
            XCTAssertEqual(line.widget.accessibleName, message.text)
            XCTAssertEqual(tooltip(of: line), message.text)
            window.destroy()
        }
    }

    func testOneKindsColourTakesTheOthersPlace() {
        onMain {
            let line = MessageLine()
            let window = testWindow(line.widget)
            let kinds: [(MessageKind, ColorRole)] = [
                (.error, .error), (.ok, .ok), (.caution, .caution), (.normal, .normal), (.error, .error),
                (.error, .error),
            ]
            for (kind, role) in kinds {
                line.show(Message("text", kind))
                XCTAssertEqual(roles(of: line), [role])
            }
            window.destroy()
        }
    }

    func testNothingTakesTheMessageBack() {
        onMain {
            let line = MessageLine()
            let window = testWindow(line.widget)
            line.show(Message("text", .caution))
            line.show(nil)
            XCTAssertNil(line.message)
            XCTAssertEqual(line.widget.text, "")
            XCTAssertEqual(roles(of: line), [])
            XCTAssertNil(tooltip(of: line))
            line.show(nil)
            XCTAssertEqual(roles(of: line), [])
            window.destroy()
        }
    }
}

@MainActor
private func roles(of line: MessageLine) -> [ColorRole] {
    let context = gtk_widget_get_style_context(line.widget.pointer)
    return ColorRole.allCases.filter { gtk_style_context_has_class(context, $0.styleClass) != 0 }
}

@MainActor
private func tooltip(of line: MessageLine) -> String? {
    guard let text = gtk_widget_get_tooltip_text(line.widget.pointer) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}
