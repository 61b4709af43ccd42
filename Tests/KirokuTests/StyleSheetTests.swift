import CGtk
import KirokuCore
import TestSupport
import XCTest

@testable import GtkKit
@testable import Kiroku
@testable import KirokuViews

final class StyleSheetTests: GtkTestCase {
    private struct TestTheme {
        let name: String
        let isDark: Bool
        let kind: ThemeKind
    }

    private static let themes = [
        TestTheme(name: "Adwaita", isDark: false, kind: .light), TestTheme(name: "Adwaita", isDark: true, kind: .dark),
        TestTheme(name: "HighContrast", isDark: false, kind: .highContrast),
        TestTheme(name: "HighContrastInverse", isDark: false, kind: .dark),
    ]

    func testTheSheetHasNoFault() throws {
        let css = try SourceTree.text(of: "Resources/style.css")
        onMain {
            XCTAssertNil(StyleSheet.install(css: css))
        }
    }

    func testTheProgramsIconIsFoundWithoutBeingInstalled() {
        onMain {
            IconTheme.add(folder: SourceTree.root + "/data/icons")
            let icon = gtk_icon_theme_lookup_icon(
                gtk_icon_theme_get_default(), KirokuApplication.id, 64, GtkIconLookupFlags(0))
            XCTAssertNotNil(icon)
            if let icon { g_object_unref(UnsafeMutableRawPointer(icon)) }
        }
    }

    /// Spec 7: in light, dark and high-contrast themes.
    func testEveryRoleStandsOutFromItsBackground() throws {
        try inEachTheme { theme, colors, window in
            XCTAssertEqual(ThemeKind(of: window), theme.kind)
            for background in ["theme_bg_color", "theme_base_color"] {
                guard let ground = colors.color(background) else {
                    XCTFail("\(theme) has no \(background)")
                    continue
                }
                expectContrast(of: colors, on: ground, "on \(background), \(theme)")
            }
        }
    }

    /// A sheet lets a twentieth through of what is under it, whatever that is, unless it is told otherwise.
    func testEveryRoleStandsOutOnASheet() throws {
        try inEachTheme { theme, colors, _ in
            guard let sheet = colors.color("kiroku_sheet") else { return XCTFail("\(theme) has no colour for sheets") }
            for under in [Color(red: 0, green: 0, blue: 0), Color(red: 1, green: 1, blue: 1)] {
                let ground = sheet.mixed(with: under, 0.05)
                expectContrast(of: colors, on: ground, "\(theme), over \(under)")
            }
        }
    }

    /// What is drawn and not written needs 3, what is written 4.5, and 7 in high contrast.
    func testPeopleAndChoicesStandOutInTheTable() throws {
        try inEachTheme { theme, colors, _ in
            let grid = GridColors(colors)
            let least = theme.kind == .highContrast ? 7 : 4.5
            for person in ColorRole.people {
                XCTAssertGreaterThanOrEqual(contrast(colors.color(person), grid.background), 3, "\(person), \(theme)")
                XCTAssertGreaterThanOrEqual(
                    contrast(grid.background, colors.color(person)), least, "\(person), \(theme)")
            }
            for mark in ChoiceOption.Mark.allCases {
                let color = grid.color(of: mark)
                let edge = grid.background.mixed(with: color, ChoiceChips.edge)
                let ground = grid.background.mixed(with: color, ChoiceChips.ground)
                XCTAssertGreaterThanOrEqual(contrast(edge, grid.background), 3, "\(mark), \(theme)")
                XCTAssertGreaterThanOrEqual(contrast(color, ground), least, "\(mark), \(theme)")
                XCTAssertGreaterThanOrEqual(contrast(grid.text, ground), least, "\(mark), \(theme)")
            }
        }
    }

    func testWhatIsSelectedAndWhatIsNotDiffer() throws {
        try inEachTheme { theme, colors, _ in
            XCTAssertNotEqual(colors.color(.selected), colors.color(.unselected), "\(theme)")
            XCTAssertNotEqual(colors.color(.deletion), colors.color(.deletionUnselected), "\(theme)")
            XCTAssertNotEqual(ColorRole.unselected.styleClass, ColorRole.deletionUnselected.styleClass)
        }
    }

    func testTheRolesDiffer() throws {
        try inEachTheme { theme, colors, _ in
            XCTAssertEqual(Set([.normal, .ok, .caution, .error].map { colors.color($0) }).count, 4, "\(theme)")
        }
    }

    func testTheCurrentCellHasTheRoleOfWhatIsSelected() throws {
        try inEachTheme { theme, colors, _ in
            XCTAssertEqual(GridColors(colors).cursor, colors.color(.selected), "\(theme)")
            XCTAssertNotEqual(colors.color(.deletion), colors.color(.normal), "\(theme)")
        }
    }

    /// Shows a text in a window under the style sheet, in one theme after the other.
    private func inEachTheme(_ check: @MainActor (TestTheme, Theme, TestWindow) -> Void) throws {
        let css = try SourceTree.text(of: "Resources/style.css")
        onMain {
            XCTAssertNil(StyleSheet.install(css: css))
            let text = label("text")
            let window = testWindow(text)
            StyleSheet.followTheme(window)
            for theme in Self.themes {
                use(theme.name, isDark: theme.isDark)
                workOff()
                check(theme, Theme(of: text), window)
            }
            use("Adwaita", isDark: false)
            window.destroy()
        }
    }

    func testContrastIsMeasuredAsWCAGHasIt() {
        let black = Color(red: 0, green: 0, blue: 0)
        let white = Color(red: 1, green: 1, blue: 1)
        XCTAssertEqual(contrast(black, white), 21, accuracy: 0.001)
        XCTAssertEqual(contrast(white, white), 1, accuracy: 0.001)
        // A grey that is known to be just enough on white, and one that is not.
        XCTAssertGreaterThan(contrast(Color(red: 0x76 / 255, green: 0x76 / 255, blue: 0x76 / 255), white), 4.5)
        XCTAssertLessThan(contrast(Color(red: 0x77 / 255, green: 0x77 / 255, blue: 0x77 / 255), white), 4.5)
    }
}

/// Expects every role to be readable on a colour.
@MainActor
private func expectContrast(of colors: Theme, on ground: Color, _ place: String) {
    for role in ColorRole.allCases {
        XCTAssertGreaterThanOrEqual(contrast(colors.color(role), ground), 4.5, "\(role) \(place)")
    }
}

/// The contrast ratio of WCAG 2, from 1 to 21.
private func contrast(_ one: Color, _ other: Color) -> Double {
    let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
}

/// The relative luminance of WCAG 2.
private func luminance(_ color: Color) -> Double {
    func linear(_ part: Double) -> Double {
        part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
}

/// Has GTK use a theme, as the desktop's settings do.
@MainActor
private func use(_ theme: String, isDark: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    let object = UnsafeMutableRawPointer(settings)
    var value = GValue()
    g_value_init(&value, g_type_from_name("gchararray"))
    g_value_set_string(&value, theme)
    g_object_set_property(object.assumingMemoryBound(to: GObject.self), "gtk-theme-name", &value)
    g_value_unset(&value)
    kiroku_bool_property(object, "gtk-application-prefer-dark-theme", isDark ? 1 : 0)
}
