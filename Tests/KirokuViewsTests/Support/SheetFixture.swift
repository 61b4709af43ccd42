import CGtk
import Geometry
import GtkKit
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

/// A window with a host, two things under its sheets that can be operated, and a sheet with a content.
@MainActor
struct SheetFixture {
    let host = SheetHost()
    let window: TestWindow
    /// Under the sheet.
    let entry = GtkKit.entry(name: "under")
    /// Under the sheet, too; its mnemonic is Alt+U.
    let button: Button
    let sheet: ModalSheet
    let pressed = Counter()

    init(_ content: some Widget, width: Int = 640, height: Int = 480) {
        let under = column()
        button = GtkKit.button("_Under") { [pressed] in pressed.add("under") }
        under.append(entry)
        under.append(button)
        host.setContent(under)
        sheet = ModalSheet(over: host, name: "Sheet", content: content)
        sheet.onClosed = { [pressed] in pressed.add("closed") }
        window = testWindow(host.widget, width: width, height: height)
        entry.grabFocus()
    }

    /// Opens the sheet, without its sliding.
    func open() throws {
        try withSetting("gtk-enable-animations", false) { try sheet.open() }
        XCTAssertEqual(sheet.state, .open)
        workOff()
    }

    /// Closes the sheet, without its sliding.
    func close() throws {
        try withSetting("gtk-enable-animations", false) { try sheet.close() }
        XCTAssertEqual(sheet.state, .closed)
        workOff()
    }

    func end() {
        window.destroy()
        workOff()
    }
}

/// What was called, and how often.
@MainActor
final class Counter {
    private(set) var names: [String] = []

    func add(_ name: String) { names.append(name) }

    func count(of name: String) -> Int { names.count { $0 == name } }
}

extension Widget {
    /// Where it is in another widget, in pixels.
    @MainActor
    func frame(in other: some Widget) -> Rectangle {
        var x: Int32 = 0
        var y: Int32 = 0
        gtk_widget_translate_coordinates(pointer, other.pointer, 0, 0, &x, &y)
        return Rectangle(
            x: Int(x), y: Int(y), width: Int(gtk_widget_get_allocated_width(pointer)),
            height: Int(gtk_widget_get_allocated_height(pointer)))
    }
}
