import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class ThemeSampleTests: GtkTestCase {
    func testASampleLooksAsUnderItsThemeAndNothingElseDoes() {
        onMain {
            let line = row()
            let (light, dark) = (label("text"), label("text"))
            let (first, second) = (column(), column())
            first.append(light)
            second.append(dark)
            line.append(first)
            line.append(second)
            let window = testWindow(line)
            first.showAsIfUnder(.light)
            second.showAsIfUnder(.dark)
            XCTAssertGreaterThan(Theme(of: light).color("theme_bg_color")?.luminance ?? 0, 0.5)
            XCTAssertLessThan(Theme(of: light).color(.normal).luminance, 0.5)
            XCTAssertLessThan(Theme(of: dark).color("theme_bg_color")?.luminance ?? 1, 0.5)
            XCTAssertGreaterThan(Theme(of: dark).color(.normal).luminance, 0.5)
            XCTAssertEqual(
                Theme(of: line).color("theme_bg_color"), Theme(of: window).color("theme_bg_color"))
            window.destroy()
        }
    }

    func testTheButtonInsideAComboBoxIsPartOfTheSample() {
        onMain {
            let choices = comboBox(name: "Choices", choices: ["One"])
            choices.chosen = 0
            let window = testWindow(choices)
            choices.showAsIfUnder(.dark)
            var inner: UnsafeMutablePointer<GtkWidget>?
            withUnsafeMutablePointer(to: &inner) { place in
                gtk_container_forall(
                    choices.cast(to: GtkContainer.self),
                    { child, data in
                        data?.assumingMemoryBound(to: UnsafeMutablePointer<GtkWidget>?.self).pointee = child
                    }, place)
            }
            let part = inner.map { AnyWidget($0) }
            XCTAssertNotNil(part)
            XCTAssertLessThan(part.flatMap { Theme(of: $0).color("theme_bg_color") }?.luminance ?? 1, 0.5)
            window.destroy()
        }
    }
}
