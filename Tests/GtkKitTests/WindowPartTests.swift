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
            made.setTitle("DUE", ofPage: "two")
            XCTAssertEqual(shownTexts(in: switcher), ["ONE", "DUE"])
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
