import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class StyleTests: GtkTestCase {
    func testAFaultySheetSaysWhatIsWrong() {
        onMain {
            XCTAssertNil(StyleSheet.install(css: ".no-such-label { color: red; }"))
            XCTAssertNotNil(StyleSheet.install(css: "label { color: "))
        }
    }

    func testAWindowKnowsItsKindOfTheme() {
        onMain {
            let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
            let window = testWindow(label("x"))
            StyleSheet.followTheme(window)
            @MainActor func has(_ kind: ThemeKind) -> Bool {
                gtk_style_context_has_class(gtk_widget_get_style_context(window.pointer), kind.styleClass) != 0
            }
            XCTAssertTrue(has(.light))
            kiroku_bool_property(settings, "gtk-application-prefer-dark-theme", 1)
            XCTAssertTrue(has(.dark))
            XCTAssertFalse(has(.light))
            kiroku_bool_property(settings, "gtk-application-prefer-dark-theme", 0)
            XCTAssertTrue(has(.light))
            window.destroy()
        }
    }
}
