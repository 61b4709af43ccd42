import CGtk
import GtkKit
import KirokuCore
import TestSupport
import XCTest

@testable import KirokuViews

final class SheetKeyTests: GtkTestCase {
    // MARK: Keys ahead of their time

    func testKeysThatAreKeptActInTheirOrder() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            fixture.sheet.onOK = { fixture.pressed.add("ok " + first.text) }
            try fixture.open()
            fixture.sheet.keepKeys()
            fixture.window.type("ab")
            fixture.window.press(GDK_KEY_Return)
            fixture.window.type("c")
            XCTAssertEqual(first.text, "")
            fixture.sheet.giveKeysBack()
            XCTAssertEqual(first.text, "abc")
            XCTAssertEqual(fixture.pressed.names, ["ok ab"])
            XCTAssertEqual(fixture.entry.text, "")
            fixture.end()
        }
    }

    func testKeysThatAreKeptUntilTheSheetIsClosedAreForWhatIsBelow() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            fixture.sheet.onOK = { fixture.sheet.keepKeys() }
            try fixture.open()
            fixture.sheet.keepKeys()
            fixture.window.type("a")
            fixture.window.press(GDK_KEY_Return)
            fixture.window.type("b")
            fixture.sheet.giveKeysBack()
            XCTAssertEqual(first.text, "a")
            fixture.window.type("c")
            try fixture.close()
            XCTAssertEqual(fixture.entry.text, "")
            fixture.sheet.giveKeysBack()
            XCTAssertEqual(fixture.entry.text, "bc")
            fixture.end()
        }
    }

    func testEscDoesNotWait() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try fixture.open()
            fixture.sheet.keepKeys()
            fixture.window.type("a")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.sheet.state, .closing)
            fixture.sheet.giveKeysBack()
            XCTAssertEqual(fixture.entry.text, "")
            fixture.end()
        }
    }

    // MARK: Esc

    func testEscIsCancel() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            fixture.sheet.onCancel = { fixture.pressed.add("cancel") }
            try fixture.open()
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.sheet.state, .closing)
            XCTAssertEqual(fixture.pressed.names, ["cancel", "closed"])
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.pressed.names, ["cancel", "closed"])
            XCTAssertTrue(work(until: { fixture.sheet.state == .closed }))
            fixture.end()
        }
    }

    func testEscWorksWhereNothingCanHaveTheFocus() throws {
        try onMain {
            let fixture = SheetFixture(label("text"))
            try fixture.open()
            XCTAssertFalse(fixture.sheet.parts.cancel.hasFocusInWindow)
            XCTAssertFalse(fixture.sheet.parts.ok.hasFocusInWindow)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.sheet.state, .closing)
            fixture.end()
        }
    }

    func testEscInAPopoverClosesThePopoverOnly() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            XCTAssertTrue(fixture.window.activate())
            try fixture.open()
            let inside = entry(name: "inside")
            let popover = try XCTUnwrap(gtk_popover_new(first.pointer))
            gtk_container_add(
                UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkContainer.self), inside.pointer)
            gtk_widget_show_all(popover)
            XCTAssertTrue(work(until: { inside.isMapped }))
            inside.grabFocus()
            XCTAssertTrue(inside.hasFocusInWindow)
            fixture.window.type("a")
            XCTAssertEqual(inside.text, "a")
            // Tab and Enter stay in it, too.
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.sheet.parts.messageLine.message, nil)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(work(until: { gtk_widget_get_mapped(popover) == 0 }))
            XCTAssertEqual(fixture.sheet.state, .open)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.sheet.state, .closing)
            fixture.end()
        }
    }

    func testEscInAComboBoxsListClosesTheListOnly() throws {
        try onMain {
            let combo = Pointed(try XCTUnwrap(gtk_combo_box_text_new()))
            let text = combo.object.assumingMemoryBound(to: GtkComboBoxText.self)
            for choice in ["one", "two"] { gtk_combo_box_text_append_text(text, choice) }
            let fixture = SheetFixture(combo)
            XCTAssertTrue(fixture.window.activate())
            try fixture.open()
            fixture.window.press(GDK_KEY_Down, .alt)
            XCTAssertTrue(work(until: { isPoppedUp(combo) }))
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertTrue(work(until: { !isPoppedUp(combo) }))
            XCTAssertEqual(fixture.sheet.state, .open)
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.sheet.state, .closing)
            fixture.end()
        }
    }

    func testEscAndEnterBelongToAnInputMethodThatIsComposing() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            fixture.sheet.onOK = { fixture.pressed.add("ok") }
            XCTAssertTrue(fixture.window.activate())
            try fixture.open()
            // GTK's own input method composes by code: Ctrl+Shift+U, digits, Enter.
            fixture.window.press(GDK_KEY_U, [.control, .shift])
            fixture.window.letGo(GDK_KEY_Control_L, [.control, .shift])
            fixture.window.type("3042")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(first.text, "あ")
            XCTAssertEqual(fixture.pressed.names, [])
            fixture.window.press(GDK_KEY_U, [.control, .shift])
            fixture.window.letGo(GDK_KEY_Control_L, [.control, .shift])
            fixture.window.type("3044")
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.sheet.state, .open)
            XCTAssertEqual(first.text, "あ")
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.pressed.names, ["ok"])
            fixture.window.press(GDK_KEY_Escape)
            XCTAssertEqual(fixture.sheet.state, .closing)
            fixture.end()
        }
    }

    // MARK: Enter

    func testEnterIsOKAndLeavesTheSheetOpen() throws {
        try onMain {
            for content in [AnyWidget(entry(name: "first")), AnyWidget(label("text")), made(gtk_check_button_new())] {
                let fixture = SheetFixture(content)
                fixture.sheet.onOK = { fixture.pressed.add("ok") }
                try fixture.open()
                fixture.window.press(GDK_KEY_Return)
                XCTAssertEqual(fixture.pressed.names, ["ok"])
                fixture.window.press(GDK_KEY_KP_Enter)
                XCTAssertEqual(fixture.pressed.names, ["ok", "ok"])
                XCTAssertEqual(fixture.sheet.state, .open)
                fixture.end()
            }
        }
    }

    func testWithoutAnActionOKSaysSo() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            try fixture.open()
            let said = reports { fixture.window.press(GDK_KEY_Return) }
            XCTAssertEqual(
                fixture.sheet.parts.messageLine.message,
                Message("Internal error: no action is set for the OK button.", .error))
            XCTAssertEqual(said, ["KRK_SH_OK: no action is set for the OK button"])
            XCTAssertEqual(fixture.sheet.state, .open)
            try fixture.close()
            try fixture.open()
            XCTAssertNil(fixture.sheet.parts.messageLine.message)
            fixture.end()
        }
    }

    func testAFocusedButtonHasEnterForItself() throws {
        try onMain {
            let counter = Counter()
            let inside = button("Inside") { counter.add("inside") }
            let fixture = SheetFixture(inside)
            fixture.sheet.onOK = { counter.add("ok") }
            try fixture.open()
            XCTAssertTrue(inside.hasFocusInWindow)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertTrue(work(until: { counter.names == ["inside"] }))
            fixture.window.press(GDK_KEY_space)
            XCTAssertTrue(work(until: { counter.names == ["inside", "inside"] }))
            fixture.sheet.parts.cancel.grabFocus()
            fixture.window.press(GDK_KEY_Return)
            XCTAssertTrue(work(until: { fixture.sheet.state == .closing }))
            XCTAssertEqual(counter.count(of: "ok"), 0)
            fixture.end()
        }
    }

    func testEnterTakesTheNumberBeforeItIsOK() throws {
        try onMain {
            let spin = made(gtk_spin_button_new_with_range(0, 100, 1))
            let value = { gtk_spin_button_get_value(spin.object.assumingMemoryBound(to: GtkSpinButton.self)) }
            let fixture = SheetFixture(spin)
            fixture.sheet.onOK = { fixture.pressed.add("\(Int(value()))") }
            try fixture.open()
            let retype = { (text: String) in
                fixture.window.press(GDK_KEY_a, .control)
                fixture.window.type(text)
            }
            retype("42")
            XCTAssertEqual(value(), 0)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.pressed.names, ["42"])
            // So it is with the mnemonic and the mouse.
            retype("43")
            fixture.window.press(GDK_KEY_o, .alt)
            XCTAssertTrue(work(until: { fixture.pressed.names == ["42", "43"] }))
            spin.grabFocus()
            retype("44")
            gtk_button_clicked(fixture.sheet.parts.ok.object.assumingMemoryBound(to: GtkButton.self))
            XCTAssertEqual(fixture.pressed.names, ["42", "43", "44"])
            fixture.end()
        }
    }

    func testATextOfSeveralLinesKeepsEnterAndTab() throws {
        try onMain {
            let view = made(gtk_text_view_new())
            let fixture = SheetFixture(view)
            fixture.sheet.onOK = { fixture.pressed.add("ok") }
            try fixture.open()
            fixture.window.type("a")
            fixture.window.press(GDK_KEY_Return)
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.type("b")
            let buffer = gtk_text_view_get_buffer(view.object.assumingMemoryBound(to: GtkTextView.self))
            var start = GtkTextIter()
            var end = GtkTextIter()
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            let text = gtk_text_buffer_get_text(buffer, &start, &end, 1)
            defer { g_free(text) }
            XCTAssertEqual(text.map { String(cString: $0) }, "a\n\tb")
            XCTAssertEqual(fixture.pressed.names, [])
            // Ctrl+Tab leaves it, and does not leave the sheet.
            fixture.window.press(GDK_KEY_Tab, .control)
            XCTAssertTrue(fixture.sheet.parts.cancel.hasFocusInWindow)
            for _ in 0..<5 {
                fixture.window.press(GDK_KEY_Tab, .control)
                let focus = try XCTUnwrap(fixture.window.focusInWindow)
                XCTAssertTrue(fixture.sheet.surface.holds(focus))
            }
            fixture.end()
        }
    }

    func testInAListSpaceActivatesTheRowAndEnterIsOK() throws {
        try onMain {
            let list = made(gtk_list_box_new())
            gtk_container_add(list.object.assumingMemoryBound(to: GtkContainer.self), label("row").pointer)
            let counter = Counter()
            Signals.connectPointer(list.object, "row-activated") { _ in
                counter.add("row")
                return false
            }
            let fixture = SheetFixture(list)
            fixture.sheet.onOK = { counter.add("ok") }
            try fixture.open()
            fixture.window.press(GDK_KEY_space)
            XCTAssertEqual(counter.names, ["row"])
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(counter.names, ["row", "ok"])
            fixture.end()
        }
    }

    func testTheKeyThatOpensTheSheetDoesNothingInItWhileItIsHeld() {
        onMain {
            let fixture = SheetFixture(entry(name: "first"))
            fixture.sheet.onOK = { fixture.pressed.add("ok") }
            Signals.connect(fixture.entry.object, "activate") { try? fixture.sheet.open() }
            XCTAssertTrue(fixture.window.activate())
            fixture.window.hold(GDK_KEY_Return)
            XCTAssertEqual(fixture.sheet.state, .opening)
            fixture.window.hold(GDK_KEY_Return)
            fixture.window.hold(GDK_KEY_Return)
            XCTAssertEqual(fixture.pressed.names, [])
            fixture.window.letGo(GDK_KEY_Return)
            fixture.window.press(GDK_KEY_Return)
            XCTAssertEqual(fixture.pressed.names, ["ok"])
            fixture.end()
        }
    }

    // MARK: Tab and arrows

    func testTabWrapsInsideBothWays() throws {
        try onMain {
            let (first, second) = (entry(name: "first"), entry(name: "second"))
            let content = column()
            content.append(first)
            content.append(second)
            let fixture = SheetFixture(content)
            XCTAssertTrue(fixture.window.activate())
            try fixture.open()
            let order: [any Widget] = [first, second, fixture.sheet.parts.cancel, fixture.sheet.parts.ok]
            XCTAssertTrue(first.hasFocusInWindow)
            for step in 1...9 {
                fixture.window.press(GDK_KEY_Tab)
                XCTAssertTrue(order[step % 4].hasFocusInWindow, "\(step)")
            }
            for step in (-4...0).reversed() {
                fixture.window.press(GDK_KEY_ISO_Left_Tab, .shift)
                XCTAssertTrue(order[(step + 4) % 4].hasFocusInWindow, "\(step)")
            }
            fixture.end()
        }
    }

    func testTabWrapsWhereThereAreOnlyTheButtons() throws {
        try onMain {
            let fixture = SheetFixture(label("text"))
            XCTAssertTrue(fixture.window.activate())
            try fixture.open()
            let parts = fixture.sheet.parts
            for _ in 0..<2 {
                fixture.window.press(GDK_KEY_Tab)
                XCTAssertTrue(parts.cancel.hasFocusInWindow)
                fixture.window.press(GDK_KEY_Right)
                XCTAssertTrue(parts.ok.hasFocusInWindow)
                fixture.window.press(GDK_KEY_Left)
                XCTAssertTrue(parts.cancel.hasFocusInWindow)
                fixture.window.press(GDK_KEY_Tab)
                XCTAssertTrue(parts.ok.hasFocusInWindow)
            }
            fixture.end()
        }
    }

    // MARK: Mnemonics, shortcuts

    func testAltWithALetterPressesTheButtons() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            fixture.sheet.onOK = { fixture.pressed.add("ok") }
            try fixture.open()
            fixture.window.press(GDK_KEY_o, .alt)
            XCTAssertTrue(work(until: { fixture.pressed.names == ["ok"] }))
            fixture.sheet.setCaptions(cancel: "_Keep", ok: "_Register")
            workOff()  // only when it is idle GTK learns of new mnemonics
            fixture.window.press(GDK_KEY_r, .alt)
            XCTAssertTrue(work(until: { fixture.pressed.names == ["ok", "ok"] }))
            fixture.window.press(GDK_KEY_o, .alt)
            fixture.window.press(GDK_KEY_k, .alt)
            XCTAssertTrue(work(until: { fixture.sheet.state == .closing }))
            XCTAssertEqual(fixture.pressed.count(of: "ok"), 2)
            fixture.end()
        }
    }

    func testTheWindowsShortcutsAndMnemonicsDoNothing() throws {
        try onMain {
            let fixture = SheetFixture(entry(name: "first"))
            let group = gtk_accel_group_new()
            defer { g_object_unref(UnsafeMutableRawPointer(group)) }
            gtk_window_add_accel_group(fixture.window.object.assumingMemoryBound(to: GtkWindow.self), group)
            gtk_widget_add_accelerator(
                fixture.button.pointer, "clicked", group, guint(GDK_KEY_n), GDK_CONTROL_MASK, GTK_ACCEL_VISIBLE)
            fixture.window.onKey { key in
                fixture.pressed.add("key")
                return false
            }
            // They work while there is no sheet, or the test would show nothing.
            XCTAssertTrue(fixture.window.activate())
            workOff()  // only when it is idle GTK learns of new accelerators
            fixture.window.press(GDK_KEY_n, .control)
            XCTAssertEqual(fixture.pressed.count(of: "under"), 1)
            XCTAssertTrue(fixture.activateMnemonic(GDK_KEY_u))
            XCTAssertTrue(work(until: { fixture.pressed.count(of: "under") == 2 }))
            try fixture.open()
            for _ in 0..<2 {
                fixture.window.press(GDK_KEY_n, .control)
                fixture.window.press(GDK_KEY_u, .alt)
                XCTAssertFalse(fixture.activateMnemonic(GDK_KEY_u))
                fixture.window.press(GDK_KEY_Delete)
                fixture.window.press(GDK_KEY_F10)
                workOff()
                fixture.sheet.surface.clearFocusInWindow()
            }
            XCTAssertEqual(fixture.pressed.count(of: "under"), 2)
            try fixture.close()
            fixture.window.press(GDK_KEY_n, .control)
            XCTAssertEqual(fixture.pressed.count(of: "under"), 3)
            fixture.end()
        }
    }

    func testTheApplicationsShortcutsDoNothing() throws {
        try onMain {
            let application = try XCTUnwrap(gtk_application_new("org.example.Sheet", G_APPLICATION_NON_UNIQUE))
            defer { g_object_unref(UnsafeMutableRawPointer(application)) }
            let gApplication = UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
            XCTAssertNotEqual(g_application_register(gApplication, nil, nil), 0)
            let counter = Counter()
            let action = try XCTUnwrap(g_simple_action_new("count", nil))
            Signals.connectPointer(UnsafeMutableRawPointer(action), "activate") { _ in
                counter.add("count")
                return false
            }
            g_action_map_add_action(OpaquePointer(application), action)
            g_object_unref(UnsafeMutableRawPointer(action))
            // With GTK's spelling, and with keys that entries have a use for.
            let keys = ["<Primary>n", "<Primary>c", "<Primary>Delete", "F8"]
            var names: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
            gtk_application_set_accels_for_action(application, "app.count", &names)
            for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }

            let first = entry(name: "first")
            let host = SheetHost()
            host.setContent(button("Under"))
            let sheet = ModalSheet(over: host, name: "Sheet", content: first)
            let window = Pointed(try XCTUnwrap(gtk_application_window_new(application)))
            gtk_container_add(window.object.assumingMemoryBound(to: GtkContainer.self), host.widget.pointer)
            gtk_window_set_default_size(window.object.assumingMemoryBound(to: GtkWindow.self), 500, 400)
            window.showAll()
            workOff()
            let input = TestWindow(window)
            input.press(GDK_KEY_n, .control)
            XCTAssertEqual(counter.names, ["count"])
            try withSetting("gtk-enable-animations", false) { try sheet.open() }
            first.text = "abc"
            first.grabFocusSelectingAll()
            input.press(GDK_KEY_c, .control)
            for key in [GDK_KEY_n, GDK_KEY_Delete] { input.press(key, .control) }
            input.press(GDK_KEY_F8)
            XCTAssertEqual(counter.names, ["count"])
            try sheet.close()
            input.press(GDK_KEY_F8)
            XCTAssertEqual(counter.names, ["count", "count"])
            window.destroy()
            workOff()
        }
    }

    func testWhatIsTypedGoesIntoTheSheetOnly() throws {
        try onMain {
            let first = entry(name: "first")
            let fixture = SheetFixture(first)
            fixture.entry.text = "under"
            XCTAssertTrue(fixture.window.activate())
            try fixture.sheet.open()
            fixture.window.type("abc")
            XCTAssertEqual(first.text, "abc")
            fixture.sheet.surface.clearFocusInWindow()
            fixture.window.type("x")
            fixture.window.press(GDK_KEY_BackSpace)
            XCTAssertEqual(first.text, "abc")
            XCTAssertEqual(fixture.entry.text, "under")
            fixture.end()
        }
    }

    func testCopyAndPasteWorkInTheSheetsOwnEntries() throws {
        try onMain {
            let (first, second) = (entry(name: "first"), entry(name: "second"))
            let content = column()
            content.append(first)
            content.append(second)
            let fixture = SheetFixture(content)
            XCTAssertTrue(fixture.window.activate())
            try fixture.open()
            fixture.window.type("abc")
            fixture.window.press(GDK_KEY_a, .control)
            fixture.window.press(GDK_KEY_c, .control)
            fixture.window.press(GDK_KEY_x, .control)
            XCTAssertEqual(first.text, "")
            fixture.window.press(GDK_KEY_Tab)
            fixture.window.press(GDK_KEY_v, .control)
            XCTAssertTrue(work(until: { second.text == "abc" }))
            XCTAssertEqual(fixture.entry.text, "")
            fixture.end()
        }
    }
}

extension SheetFixture {
    /// Has the window look for a mnemonic, as it does when the key comes to it; returns whether it has one.
    fileprivate func activateMnemonic(_ key: Int32) -> Bool {
        let window = window.object.assumingMemoryBound(to: GtkWindow.self)
        return gtk_window_mnemonic_activate(window, guint(key), GDK_MOD1_MASK) != 0
    }
}

private struct Pointed: Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
    }
}

/// A widget that GTK has just made.
@MainActor
private func made(_ pointer: UnsafeMutablePointer<GtkWidget>?) -> AnyWidget {
    guard let pointer else { preconditionFailure("GTK made nothing") }
    return AnyWidget(Pointed(pointer))
}

@MainActor
private func isPoppedUp(_ combo: some Widget) -> Bool {
    kiroku_get_bool_property(combo.object, "popup-shown") != 0
}
