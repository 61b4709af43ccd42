import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class ControlTests: GtkTestCase {
    func testAPopoverIsInSightAtAButtonThatWasJustShownBelow() {
        onMain {
            let list = column()
            for number in 0..<40 { list.append(label("\(number)")) }
            let typed = entry(name: "Typed")
            let opener = popoverButton(caption: "Open", name: "Opener", content: typed)
            opener.setShownExplicitly()
            list.append(opener)
            list.append(entry(name: "Last"))
            let window = testWindow(scrolled(list), width: 200, height: 200)
            opener.isVisible = true
            opener.grabFocus()
            opener.toggle()
            XCTAssertTrue(work(until: { gtk_widget_get_mapped(typed.pointer) != 0 }))
            XCTAssertEqual(window.focusInWindow?.pointer, typed.pointer)
            window.destroy()
        }
    }

    func testNoListOfEmojiComesUp() {
        onMain {
            let made = entry(name: "a")
            let window = testWindow(made)
            XCTAssertTrue(window.activate())
            made.grabFocus()
            window.press(GDK_KEY_period, .control)
            workOff()
            XCTAssertTrue(made.hasFocusInWindow)
            XCTAssertNil(g_object_get_data(made.object.assumingMemoryBound(to: GObject.self), "gtk-emoji-chooser"))
            window.destroy()
        }
    }

    func testAComboBoxTellsWhatIsChosen() {
        onMain {
            let made = comboBox(name: "Theme", choices: ["Light", "Dark"])
            let window = testWindow(made)
            var changes = 0
            made.onChange { changes += 1 }
            XCTAssertNil(made.chosen)
            made.chosen = 1
            XCTAssertEqual(made.chosen, 1)
            made.chosen = 1
            XCTAssertEqual(changes, 1)
            made.chosen = nil
            XCTAssertNil(made.chosen)
            XCTAssertEqual(made.accessibleName, "Theme")
            window.destroy()
        }
    }

    func testALetterChoosesInAComboBox() {
        onMain {
            let made = comboBox(name: "Type", choices: ["Text", "Date", "Time", "Decimal"])
            let window = testWindow(made)
            made.grabFocus()
            workOff()
            let typed: [(Int32, Int)] = [
                (GDK_KEY_t, 0), (GDK_KEY_t, 2), (GDK_KEY_T, 0), (GDK_KEY_d, 1), (GDK_KEY_d, 3), (GDK_KEY_x, 3),
            ]
            for (key, index) in typed {
                window.press(key)
                XCTAssertEqual(made.chosen, index)
            }
            window.press(GDK_KEY_t, .control)
            XCTAssertEqual(made.chosen, 3)
            window.destroy()
        }
    }

    func testASwitchIsOnOrOff() {
        onMain {
            let made = toggleSwitch(name: "Header")
            let window = testWindow(made)
            var changes = 0
            made.onChange { changes += 1 }
            made.isOn = true
            made.isOn = true
            XCTAssertTrue(made.isOn)
            XCTAssertEqual(changes, 1)
            window.destroy()
        }
    }

    func testASpinButtonStaysInItsRange() {
        onMain {
            let made = spinButton(name: "Seconds", range: 0.1...5, step: 0.1, decimals: 1)
            let window = testWindow(made)
            made.value = 9
            XCTAssertEqual(made.value, 5)
            made.value = 0
            XCTAssertEqual(made.value, 0.1)
            window.destroy()
        }
    }

    func testASpinButtonRefusesWhatIsOutsideItsRange() {
        onMain {
            let made = spinButton(name: "Seconds", range: 0.1...5, step: 0.1, decimals: 1)
            let window = testWindow(made)
            made.value = 2
            var refusals = 0
            made.onRefusal { refusals += 1 }
            for typed in ["9", "0.01", "-1", "-", ""] {
                refusals = 0
                gtk_entry_set_text(made.cast(to: GtkEntry.self), typed)
                made.commitNumber()
                XCTAssertEqual(refusals, 1, typed)
                XCTAssertEqual(made.value, 2, typed)
                XCTAssertEqual(String(cString: gtk_entry_get_text(made.cast(to: GtkEntry.self))), "2.0", typed)
            }
            for (typed, value) in [("5", 5), ("0.1", 0.1), ("1.5", 1.5)] {
                gtk_entry_set_text(made.cast(to: GtkEntry.self), typed)
                made.commitNumber()
                XCTAssertEqual(made.value, value)
            }
            XCTAssertEqual(refusals, 1)
            window.destroy()
        }
    }

    func testAStepScaleStandsAtItsSteps() {
        onMain {
            let made = stepScale(name: "Size", steps: ["S", "M", "L"])
            let window = testWindow(made)
            var steps: [Int] = []
            made.onChange { steps.append(made.step) }
            made.step = 2
            made.step = 7
            made.step = -1
            XCTAssertEqual(steps, [2, 0])
            window.destroy()
        }
    }

    func testATextScaleIsForAllThatLiesInAWidget() {
        onMain {
            let text = label("Text")
            let box = column()
            box.append(text)
            let window = testWindow(box)
            let height = TextMeasure(of: text).lineHeight
            box.setTextScale(2)
            XCTAssertTrue(work(until: { abs(TextMeasure(of: text).lineHeight - 2 * height) <= 3 }))
            box.setTextScale(1)
            XCTAssertTrue(work(until: { TextMeasure(of: text).lineHeight == height }))
            window.destroy()
        }
    }

    func testWhatIsSideBySideComesBelowWhereRoomIsShort() {
        onMain {
            for (width, isBelow) in [(800, false), (160, true)] {
                let made = sideBySide((0..<2).map { _ in AnyWidget(label("A text of some length")) }, spacing: 10)
                let window = testWindow(scrolled(made), width: width, height: 200)
                var natural: Int32 = 0
                gtk_widget_get_preferred_height_for_width(made.pointer, Int32(width), nil, &natural)
                var single: Int32 = 0
                gtk_widget_get_preferred_height_for_width(made.pointer, 10_000, nil, &single)
                XCTAssertEqual(natural > single, isBelow, "\(width)")
                window.destroy()
            }
        }
    }

    func testAPictureIsNoTable() {
        onMain {
            let canvas = Canvas(name: "Drawing")
            let window = testWindow(canvas)
            canvas.beAPicture(named: "Miniature")
            XCTAssertEqual(atk_object_get_role(gtk_widget_get_accessible(canvas.pointer)), ATK_ROLE_IMAGE)
            XCTAssertEqual(gtk_widget_get_can_focus(canvas.pointer), 0)
            window.destroy()
        }
    }

    func testAHeadingIsKnownAsOne() {
        onMain {
            let made = heading("Backups")
            let window = testWindow(made)
            XCTAssertEqual(atk_object_get_role(gtk_widget_get_accessible(made.pointer)), ATK_ROLE_HEADING)
            XCTAssertEqual(made.accessibleName, "Backups")
            window.destroy()
        }
    }
}
