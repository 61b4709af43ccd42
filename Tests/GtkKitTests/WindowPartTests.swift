import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class WindowPartTests: GtkTestCase {
    func testAHeaderBarsLinesCanBeRead() {
        onMain {
            hdy_init()
            let made = headerBar()
            let window = testWindow(made)
            made.title = "Sights"
            XCTAssertEqual(made.title, "Sights")
            XCTAssertEqual(made.subtitle, "")
            XCTAssertEqual(shownTexts(in: made), ["Sights"])
            made.subtitle = "15 records"
            XCTAssertEqual(shownTexts(in: made), ["Sights", "15 records"])
            window.destroy()
        }
    }

    func testAStackShowsThePageThatIsNamed() {
        onMain {
            let made = stack()
            for name in ["one", "two"] { made.append(label(name), name: name, title: name.uppercased()) }
            let window = testWindow(made)
            var changes = 0
            made.onChange { changes += 1 }
            XCTAssertEqual(made.shownPage, "one")
            made.shownPage = "two"
            XCTAssertEqual(made.shownPage, "two")
            made.shownPage = "three"
            XCTAssertEqual(made.shownPage, "two")
            XCTAssertEqual(changes, 1)
            window.destroy()
        }
    }

    func testASwitcherHasAButtonForEachPage() {
        onMain {
            let made = stack()
            for name in ["one", "two"] { made.append(label(name), name: name, title: name.uppercased()) }
            let all = column()
            let switcher = stackSwitcher(of: made, name: "Screens")
            all.append(switcher)
            all.append(made)
            let window = testWindow(all)
            XCTAssertEqual(shownTexts(in: switcher), ["ONE", "TWO"])
            XCTAssertEqual(switcher.accessibleName, "Screens")
            window.destroy()
        }
    }

    func testWhatIsForRoomyWindowsGoesWhereRoomIsShort() {
        onMain {
            hdy_init()
            for (width, isShown) in [(400, true), (60, false)] {
                let made = button("A caption of some length")
                let window = testWindow(roomyOnly(made), width: width, height: 50)
                workOff()
                XCTAssertEqual(gtk_widget_get_child_visible(made.pointer) != 0, isShown, "\(width)")
                window.destroy()
            }
        }
    }

    func testAMenuHasItsSections() {
        onMain {
            let menu = Menu([[MenuItem("One", action: "app.one"), MenuItem("Two", action: "app.two")], []])
            let model = menu.model.cast(to: GMenuModel.self)
            XCTAssertEqual(g_menu_model_get_n_items(model), 2)
            let made = menuButton("open-menu-symbolic", name: "Menu", menu: menu)
            let window = testWindow(made)
            XCTAssertEqual(made.accessibleName, "Menu")
            window.destroy()
        }
    }

    func testTheItemsOfAMenuAreMadeWhenIdleOrWhenItOpens() {
        onMain {
            let menu = Menu([[MenuItem("_One", action: "win.one"), MenuItem("Two", action: "win.two")]])
            let buttons = row()
            let window = testWindow(buttons)
            Window(pointer: window.pointer).setDisabledReason(["win.two": "There is no second one."])
            let idle = menuButton("open-menu-symbolic", name: "A", menu: menu)
            buttons.append(idle)
            XCTAssertEqual(itemTexts(of: idle), [])
            workOff()
            XCTAssertEqual(itemTexts(of: idle), ["One", "Two"])
            XCTAssertEqual(tooltips(of: idle), ["", "There is no second one."])
            let pressed = menuButton("open-menu-symbolic", name: "B", menu: menu)
            buttons.append(pressed)
            window.showAll()
            pressed.open()
            XCTAssertEqual(itemTexts(of: pressed), ["One", "Two"])
            XCTAssertEqual(tooltips(of: pressed), ["", "There is no second one."])
            pressed.setMenu(Menu([]))
            idle.setMenu(Menu([[MenuItem("Three", action: "win.three")]]))
            workOff()
            XCTAssertEqual(itemTexts(of: idle), ["Three"])
            XCTAssertEqual(itemTexts(of: pressed), [])
            window.destroy()
        }
    }

    func testTheContentOfAPopoverWaitsForTheFirstFrameOfAWindow() {
        onMain {
            guard let widget = gtk_window_new(GTK_WINDOW_TOPLEVEL) else { return XCTFail("no window") }
            let window = Window(pointer: widget)
            FirstFrame.expect(in: window)
            let made = Count()
            FirstFrame.afterwards { made.value += 1 }
            workOff()
            XCTAssertEqual(made.value, 0)
            window.showAll()
            XCTAssertTrue(work(until: { made.value == 1 }))
            FirstFrame.afterwards { made.value += 1 }
            XCTAssertTrue(work(until: { made.value == 2 }))
            FirstFrame.expect(in: window)
            FirstFrame.afterwards { made.value += 1 }
            window.destroy()
            XCTAssertTrue(work(until: { made.value == 3 }))
        }
    }

    func testTheContentOfAPopoverIsMadeOnceWhenIdleOrWhenItOpens() {
        onMain {
            let buttons = row()
            let window = testWindow(buttons)
            let made = Count()
            let content: @MainActor @Sendable () -> AnyWidget = {
                made.value += 1
                let line = label("A line")
                line.showAll()
                return AnyWidget(line)
            }
            let idle = popoverButton(name: "A")
            idle.setContent(content)
            let opened = popoverButton(name: "B")
            opened.setContent(content)
            for button in [idle, opened] { buttons.append(button) }
            window.showAll()
            XCTAssertEqual(made.value, 0)
            opened.toggle()
            XCTAssertEqual(made.value, 1)
            workOff()
            XCTAssertEqual(made.value, 2)
            opened.close()
            workOff()
            opened.toggle()
            workOff()
            XCTAssertEqual(made.value, 2)
            window.destroy()
        }
    }

    func testTheEdgeBetweenTwoPanesNeverTakesTheFocus() {
        onMain {
            let (first, second) = (entry(), entry())
            let window = testWindow(panedRow(first, second), width: 300, height: 100)
            first.grabFocus()
            workOff()
            for key in [GDK_KEY_F6, GDK_KEY_F8] {
                window.press(key)
                XCTAssertTrue(first.hasFocusInWindow)
                window.press(key, .shift)
                XCTAssertTrue(first.hasFocusInWindow)
            }
            window.destroy()
        }
    }
}

@MainActor
private final class Count {
    var value = 0
}

/// The items in the popover of a menu button, in order.
@MainActor
private func items(of button: MenuButton) -> [AnyWidget] {
    func items(in widget: AnyWidget) -> [AnyWidget] {
        guard kiroku_is_a(widget.object, gtk_model_button_get_type()) == 0 else { return [widget] }
        return widget.parts.flatMap(items)
    }
    guard let popover = gtk_menu_button_get_popover(button.cast(to: GtkMenuButton.self)) else { return [] }
    return items(in: AnyWidget(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)))
}

@MainActor
private func itemTexts(of button: MenuButton) -> [String] {
    items(of: button).map { item in
        let text = kiroku_get_string_property(item.object, "text")
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
    }
}

@MainActor
private func tooltips(of button: MenuButton) -> [String] {
    items(of: button).map { item in
        let text = gtk_widget_get_tooltip_text(item.pointer)
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
    }
}

/// The texts of the labels in a widget that are to be seen, in order.
@MainActor
private func shownTexts(in widget: some Widget) -> [String] {
    guard gtk_widget_get_child_visible(widget.pointer) != 0, widget.isVisible else { return [] }
    if kiroku_is_a(widget.pointer, gtk_label_get_type()) != 0 {
        return [Label(pointer: widget.pointer).text]
    }
    guard kiroku_is_a(widget.pointer, gtk_container_get_type()) != 0 else { return [] }
    let children = gtk_container_get_children(widget.cast(to: GtkContainer.self))
    defer { g_list_free(children) }
    return sequence(first: children) { $0?.pointee.next }.prefix { $0 != nil }
        .compactMap { $0?.pointee.data?.assumingMemoryBound(to: GtkWidget.self) }
        .flatMap { shownTexts(in: AnyWidget($0)) }
}
