import CGtk
import Geometry
import GtkKit
import KirokuPresentation
import TestSupport
import XCTest

@testable import KirokuViews

final class SheetGeometryTests: GtkTestCase {
    /// Spec 3: measured where the widgets really are, against the formulas.
    func testEveryCombinationIsExactToThePixel() throws {
        try onMain {
            let widths = [120, 140, 160, 200, 240, 280, 320]
            let heights = [40, 45, 50, 55, 60, 70, 80]
            let fonts = [16, 18, 20, 24, 28, 32, 36]
            let gaps = [50, 100, 150, 200, 250, 300, 350]
            let margins = [350, 300, 250, 200, 150, 100, 50]
            let fixture = try OpenSheet(width: 1_024, height: 768)
            for size in 0..<7 {
                for x in 0..<7 {
                    for y in 0..<7 {
                        fixture.setLayout(size, x, y)
                        let (w, h, g, m) = (widths[size], heights[size], gaps[x], margins[y])
                        let top = 768 - m - h
                        let cancel = Rectangle(x: (1_024 - g) / 2 - w, y: top, width: w, height: h)
                        let ok = Rectangle(x: (1_024 + g) / 2, y: top, width: w, height: h)
                        let line = Rectangle(x: 112, y: top + h + 10, width: 800, height: 30)
                        XCTAssertEqual(fixture.cancel, cancel, "\(size) \(x) \(y)")
                        XCTAssertEqual(fixture.ok, ok, "\(size) \(x) \(y)")
                        XCTAssertEqual(fixture.message, line, "\(size) \(x) \(y)")
                        XCTAssertEqual(fixture.fontSize(of: "OK"), fonts[size], "\(size) \(x) \(y)")
                        XCTAssertEqual(fixture.fontSize(of: "Cancel"), fonts[size], "\(size) \(x) \(y)")
                    }
                }
            }
            fixture.end()
        }
    }

    func testTheDefaultsAreMAndTwice2L() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768)
            XCTAssertEqual(fixture.sheet.layout, SheetLayout(size: .m, x: .l2, y: .l2))
            XCTAssertEqual(fixture.cancel, Rectangle(x: 162, y: 613, width: 200, height: 55))
            fixture.end()
        }
    }

    func testItCoversWhatIsBelowAsFarAsItIsTold() throws {
        try onMain {
            XCTAssertNil(StyleSheet.install(css: "@define-color kiroku_sheet white;"))
            let fixture = SheetFixture(label("text"))
            try fixture.open()
            XCTAssertEqual(fixture.sheet.opacity, 0.95)
            XCTAssertEqual(groundAlpha(of: fixture.sheet.surface), 0.95, accuracy: 0.005)
            fixture.sheet.opacity = 1
            XCTAssertEqual(groundAlpha(of: fixture.sheet.surface), 1)
            fixture.end()
        }
    }

    func testTheContentHasTheRestAboveTheButtons() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768)
            XCTAssertEqual(fixture.content, Rectangle(x: 0, y: 0, width: 1_024, height: 603))
            fixture.setLayout(0, 0, 0)
            XCTAssertEqual(fixture.content, Rectangle(x: 0, y: 0, width: 1_024, height: 368))
            fixture.end()
        }
    }

    func testInSmallWindowsNothingOverlapsAndNothingIsCutOff() throws {
        try onMain {
            for (width, height) in [(360, 300), (400, 300), (361, 777), (800, 600), (1_200, 860)] {
                let fixture = try OpenSheet(width: width, height: height)
                for step in 0..<7 {
                    fixture.setLayout(step, 6 - step, step)
                    fixture.sheet.show(Message("Internal error: no action is set for the OK button.", .error))
                    workOff()
                    let frames = [fixture.cancel, fixture.ok, fixture.message]
                    let expected = fixture.sheet.layout.frames(width: width, height: height)
                    XCTAssertEqual(frames, [expected.cancel, expected.ok, expected.message])
                    for frame in frames {
                        XCTAssertTrue(
                            frame.x >= 0 && frame.y >= 0 && Int(frame.maxX) <= width && Int(frame.maxY) <= height,
                            "\(frame) in \(width)×\(height)")
                    }
                    XCTAssertLessThanOrEqual(fixture.cancel.maxX, fixture.ok.x)
                    if fixture.sheet.parts.content.isMapped {
                        XCTAssertLessThanOrEqual(fixture.content.maxY, fixture.ok.y)
                    }
                    XCTAssertLessThanOrEqual(Int(fixture.message.width), width - 20)
                    XCTAssertTrue(fixture.isWhole("OK"))
                    XCTAssertTrue(fixture.isWhole("Cancel"))
                    XCTAssertTrue(isWhole(fixture.sheet.parts.messageLine.widget))
                }
                fixture.end()
            }
        }
    }

    func testItFollowsTheWindowWhileItIsOpen() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768)
            for (width, height) in [(700, 500), (360, 300), (1_100, 800)] {
                fixture.resize(width, height)
                let frames = fixture.sheet.layout.frames(width: width, height: height)
                XCTAssertEqual(fixture.cancel, frames.cancel)
                XCTAssertEqual(fixture.ok, frames.ok)
                XCTAssertEqual(fixture.message, frames.message)
                XCTAssertEqual(fixture.fontSize(of: "OK"), frames.fontSize)
                XCTAssertEqual(
                    fixture.sheet.surface.frame(in: fixture.window),
                    Rectangle(x: 0, y: 0, width: width, height: height))
            }
            fixture.end()
        }
    }

    func testASheetDoesNotKeepTheWindowFromGettingSmaller() throws {
        try onMain {
            let large = label("large")
            gtk_widget_set_size_request(large.pointer, 2_000, 2_000)
            let fixture = try OpenSheet(large, width: 700, height: 500)
            fixture.resize(360, 300)
            XCTAssertEqual(fixture.host.widget.width, 360)
            // What is too large for its room can be scrolled to.
            XCTAssertEqual(large.frame(in: fixture.window).width, 2_000)
            XCTAssertEqual(fixture.content.width, 360)
            fixture.end()
        }
    }

    func testALongCaptionIsMadeToFit() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768)
            fixture.setLayout(3, 3, 3)
            fixture.sheet.setCaptions(cancel: "_Keep all of them", ok: "_Delete 3 records")
            workOff()
            XCTAssertTrue(fixture.isWhole("Delete 3 records"))
            XCTAssertTrue(fixture.isWhole("Keep all of them"))
            XCTAssertEqual(fixture.ok.width, 200)
            let endless = String(repeating: "Delete records and ", count: 20)
            fixture.sheet.setCaptions(cancel: "_Cancel", ok: endless)
            workOff()
            XCTAssertEqual(fixture.ok.width, 200)
            XCTAssertFalse(fixture.isWhole(endless))
            XCTAssertEqual(fixture.fontSize(of: endless), 11)
            XCTAssertEqual(tooltip(of: fixture.sheet.parts.ok), endless)
            XCTAssertNil(tooltip(of: fixture.sheet.parts.cancel))
            XCTAssertEqual(fixture.fontSize(of: "Cancel"), 24)
            fixture.end()
        }
    }

    func testAtTwiceTheTextSizeTheButtonsKeepTheirSizeAndNothingIsCutOff() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768)
            for step in 0..<7 {
                fixture.setLayout(step, 3, 5)
                let before = (fixture.ok, fixture.message)
                let size = fixture.fontSize(of: "OK")
                withTextScale(2) {
                    XCTAssertTrue(work(until: { fixture.fontSize(of: "OK") > size }))
                    fixture.sheet.show(Message("Select a picture.", .caution))
                    workOff()
                    XCTAssertEqual(fixture.ok, before.0)
                    XCTAssertEqual(fixture.message, before.1)
                    for name in ["OK", "Cancel"] { XCTAssertTrue(fixture.isWhole(name), "\(name) at step \(step)") }
                    XCTAssertTrue(isWhole(fixture.sheet.parts.messageLine.widget))
                }
                XCTAssertTrue(work(until: { fixture.fontSize(of: "OK") == size }))
            }
            fixture.end()
        }
    }

    /// As in GTK's own dialogs: Cancel stands where people begin to read.
    func testFromRightToLeftTheButtonsChangePlaces() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768)
            let before = (fixture.cancel, fixture.ok)
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
            defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
            XCTAssertTrue(work(until: { fixture.cancel == before.1 }))
            XCTAssertEqual(fixture.ok, before.0)
            XCTAssertTrue(fixture.window.activate())
            // Tab goes in the order of reading all the same.
            fixture.window.press(GDK_KEY_Tab)
            XCTAssertTrue(fixture.sheet.parts.cancel.hasFocusInWindow)
            fixture.window.press(GDK_KEY_Tab)
            XCTAssertTrue(fixture.sheet.parts.ok.hasFocusInWindow)
            fixture.end()
        }
    }

    func testAtAScaleOf2TheFormulasHoldInTheWindowsOwnPixels() throws {
        try onMain {
            try withWindowScale(2) {
                let fixture = try OpenSheet(width: 500, height: 400)
                XCTAssertEqual(gtk_widget_get_scale_factor(fixture.sheet.surface.pointer), 2)
                let frames = fixture.sheet.layout.frames(width: 500, height: 400)
                XCTAssertEqual(fixture.cancel, frames.cancel)
                XCTAssertEqual(fixture.ok, frames.ok)
                XCTAssertEqual(fixture.message, frames.message)
                XCTAssertEqual(fixture.fontSize(of: "OK"), frames.fontSize)
                XCTAssertTrue(fixture.isWhole("Cancel"))
                fixture.end()
            }
        }
    }

    func testTheMessagesTextHasTheSize18AndStandsInTheMiddle() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768)
            let line = fixture.sheet.parts.messageLine.widget
            fixture.sheet.show(Message("Select a picture.", .caution))
            workOff()
            XCTAssertEqual(fontSize(of: line), 18)
            XCTAssertEqual(gtk_label_get_xalign(line.object.assumingMemoryBound(to: GtkLabel.self)), 0.5)
            fixture.sheet.show(Message(String(repeating: "Select a picture. ", count: 6), .caution))
            workOff()
            XCTAssertLessThan(fontSize(of: line), 18)
            XCTAssertTrue(isWhole(line))
            fixture.end()
        }
    }
}

final class SheetColumnGeometryTests: GtkTestCase {
    func testContentAndButtonsHaveTheSameEdges() throws {
        try onMain {
            for column in SheetColumn.Width.allCases {
                for (width, height) in [(360, 300), (800, 600), (1_200, 860)] {
                    let text = GtkKit.label("text")
                    let fixture = try OpenSheet(text, width: width, height: height, column: column)
                    let expected = SheetColumn(in: width, column, needed: 0)
                    XCTAssertEqual(Int(text.frame(in: fixture.window).x), expected.start)
                    XCTAssertEqual(Int(text.frame(in: fixture.window).width), expected.width)
                    XCTAssertEqual(Int(fixture.cancel.x), expected.start)
                    XCTAssertEqual(Int(fixture.ok.maxX), expected.start + expected.width)
                    XCTAssertEqual(Int(fixture.ok.maxY), height - 24)
                    XCTAssertEqual(fixture.fontSize(of: "OK"), 15)
                    fixture.end()
                }
            }
        }
    }

    func testAContentThatWouldLikeToBeWiderStaysInTheColumn() throws {
        try onMain {
            let text = GtkKit.label(String(repeating: "a long text ", count: 40))
            let fixture = try OpenSheet(text, width: 1_024, height: 768, column: .form)
            XCTAssertEqual(text.frame(in: fixture.window), Rectangle(x: 197, y: 0, width: 630, height: 675))
            let wide = GtkKit.label("text")
            gtk_widget_set_size_request(wide.pointer, 800, -1)
            let other = try OpenSheet(wide, width: 1_024, height: 768, column: .form)
            XCTAssertEqual(wide.frame(in: other.window).width, 800)
            XCTAssertEqual(other.cancel.x, 112)
            XCTAssertEqual(other.ok.maxX, 912)
            for fixture in [fixture, other] { fixture.end() }
        }
    }

    func testStepsThatWereChosenAreExactAndOnTheSameAxis() throws {
        try onMain {
            let text = GtkKit.label("text")
            let fixture = try OpenSheet(text, width: 1_024, height: 768, column: .form)
            fixture.sheet.standsAtEdges = false
            fixture.setLayout(2, 3, 3)
            let frames = fixture.sheet.layout.frames(width: 1_024, height: 768)
            XCTAssertEqual([fixture.cancel, fixture.ok], frames.buttons)
            XCTAssertEqual(fixture.fontSize(of: "OK"), 20)
            let place = text.frame(in: fixture.window)
            XCTAssertEqual(place.x + place.maxX, fixture.cancel.x + fixture.ok.maxX)
            fixture.end()
        }
    }

    func testAMessageIsAboveTheButtonsAndTheContentMakesRoom() throws {
        try onMain {
            let fixture = try OpenSheet(width: 800, height: 600, column: .form)
            let before = fixture.content
            fixture.sheet.show(Message(String(repeating: "Enter a name for each field. ", count: 6), .error))
            fixture.host.widget.layOutWindow()
            let message = fixture.message
            XCTAssertGreaterThan(message.height, 30)
            XCTAssertEqual(message.maxY, fixture.ok.y - 12)
            XCTAssertGreaterThanOrEqual(message.x, fixture.cancel.x)
            XCTAssertLessThanOrEqual(message.maxX, fixture.ok.maxX)
            XCTAssertEqual(fixture.content.maxY, message.y - 12)
            XCTAssertTrue(isWhole(fixture.sheet.parts.messageLine.widget))
            fixture.sheet.show(nil)
            fixture.host.widget.layOutWindow()
            XCTAssertEqual(fixture.content, before)
            fixture.end()
        }
    }

    func testCaptionsAndTheirButtonsGrowWithTheTextSize() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768, column: .form)
            fixture.sheet.setCaptions(cancel: "_Cancel", ok: "Close Without Saving Recent Edits")
            fixture.host.widget.layOutWindow()
            XCTAssertGreaterThan(fixture.ok.width, 140)
            XCTAssertEqual(fixture.ok.maxX, 827)
            let width = fixture.ok.width
            withTextScale(1.5) {
                XCTAssertTrue(work(until: { fixture.ok.width > width }))
                XCTAssertEqual(fixture.ok.maxX, 827)
                XCTAssertEqual(fixture.fontSize(of: "Cancel"), 23)
                XCTAssertTrue(fixture.isWhole("Close Without Saving Recent Edits"))
            }
            fixture.end()
        }
    }

    func testWhatDestroysIsTheLastButtonAndAnotherThirdAnswerIsInTheMiddle() throws {
        try onMain {
            let fixture = try OpenSheet(width: 1_024, height: 768, column: .form)
            fixture.sheet.setExtra("_Discard", destroys: true) {}
            fixture.host.widget.layOutWindow()
            let discard = try XCTUnwrap(fixture.sheet.parts.extra).button
            XCTAssertEqual(discard.frame(in: fixture.window).maxX, 827)
            XCTAssertLessThan(fixture.cancel.maxX, fixture.ok.x)
            XCTAssertLessThan(fixture.ok.maxX, discard.frame(in: fixture.window).x)
            fixture.sheet.setExtra("O_thers", destroys: false) {}
            fixture.host.widget.layOutWindow()
            let others = try XCTUnwrap(fixture.sheet.parts.extra).button
            XCTAssertEqual(fixture.ok.maxX, 827)
            XCTAssertLessThan(others.frame(in: fixture.window).maxX, fixture.ok.x)
            fixture.end()
        }
    }

    func testEnterNeverDestroys() throws {
        try onMain {
            for hasOK in [true, false] {
                let fixture = try OpenSheet(GtkKit.entry(name: "first"), width: 640, height: 480, column: .form)
                var pressed: [String] = []
                fixture.sheet.onOK = { pressed.append("OK") }
                fixture.sheet.onCancel = { pressed.append("Cancel") }
                fixture.sheet.setExtra("_Discard", destroys: true) { pressed.append("Discard") }
                fixture.sheet.hasOK = hasOK
                XCTAssertTrue(fixture.window.activate())
                fixture.window.press(GDK_KEY_Return)
                XCTAssertEqual(pressed, [hasOK ? "OK" : "Cancel"])
                fixture.end()
            }
        }
    }

    func testTabGoesThroughAllThreeButtons() throws {
        try onMain {
            let fixture = try OpenSheet(GtkKit.entry(name: "first"), width: 640, height: 480, column: .form)
            fixture.sheet.setExtra("_Discard", destroys: true) {}
            XCTAssertTrue(fixture.window.activate())
            let parts = fixture.sheet.parts
            for button in [parts.cancel, parts.ok, try XCTUnwrap(parts.extra).button] {
                fixture.window.press(GDK_KEY_Tab)
                XCTAssertTrue(button.hasFocusInWindow)
            }
            fixture.end()
        }
    }
}

/// A sheet that is open in a window of a given size.
@MainActor
private struct OpenSheet {
    let host: SheetHost
    let sheet: ModalSheet
    let window: TestWindow

    init(
        _ content: some Widget = GtkKit.label("text"), width: Int, height: Int, column: SheetColumn.Width? = nil
    ) throws {
        host = SheetHost()
        sheet = ModalSheet(over: host, name: "Sheet", content: content, column: column)
        sheet.standsAtEdges = column != nil
        window = testWindow(host.widget, width: width, height: height)
        XCTAssertTrue(work(until: { [host] in host.widget.width == width && host.widget.height == height }))
        try withSetting("gtk-enable-animations", false) { try sheet.open() }
        workOff()
    }

    var cancel: Rectangle { sheet.parts.cancel.frame(in: window) }
    var ok: Rectangle { sheet.parts.ok.frame(in: window) }
    var message: Rectangle { sheet.parts.messageLine.widget.frame(in: window) }
    var content: Rectangle { sheet.parts.content.frame(in: window) }

    func setLayout(_ size: Int, _ x: Int, _ y: Int) {
        sheet.setLayout(
            size: SheetButtonSize.allCases[size], x: SheetXPosition.allCases[x], y: SheetYPosition.allCases[y])
        host.widget.layOutWindow()
    }

    func resize(_ width: Int, _ height: Int) {
        gtk_window_resize(window.object.assumingMemoryBound(to: GtkWindow.self), Int32(width), Int32(height))
        XCTAssertTrue(work(until: { host.widget.width == width && host.widget.height == height }))
        workOff()
    }

    func fontSize(of caption: String) -> Int { text(caption).map { KirokuViewsTests.fontSize(of: $0) } ?? 0 }

    func isWhole(_ caption: String) -> Bool { text(caption).map { KirokuViewsTests.isWhole($0) } ?? false }

    private func text(_ caption: String) -> AnyWidget? {
        for button in [sheet.parts.cancel, sheet.parts.ok] where button.text == caption {
            return child(of: button)
        }
        return nil
    }

    func end() {
        window.destroy()
        workOff()
    }
}

@MainActor
private func child(of button: CaptionButton) -> AnyWidget? {
    gtk_bin_get_child(button.object.assumingMemoryBound(to: GtkBin.self)).map { AnyWidget(Pointed(pointer: $0)) }
}

private struct Pointed: Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>
}

/// The size of a label's text in pixels, as it is laid out.
@MainActor
private func fontSize(of label: some Widget) -> Int {
    let layout = gtk_label_get_layout(label.object.assumingMemoryBound(to: GtkLabel.self))
    guard let iterator = pango_layout_get_iter(layout) else { return 0 }
    defer { pango_layout_iter_free(iterator) }
    guard let run = pango_layout_iter_get_run_readonly(iterator),
        let description = pango_font_describe_with_absolute_size(run.pointee.item.pointee.analysis.font)
    else { return 0 }
    defer { pango_font_description_free(description) }
    return Int((Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)).rounded())
}

/// Whether a label's text is neither shortened nor higher than the label.
@MainActor
private func isWhole(_ label: some Widget) -> Bool {
    let layout = gtk_label_get_layout(label.object.assumingMemoryBound(to: GtkLabel.self))
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    return pango_layout_is_ellipsized(layout) == 0 && height <= gtk_widget_get_allocated_height(label.pointer)
}

@MainActor
private func tooltip(of widget: some Widget) -> String? {
    guard let text = gtk_widget_get_tooltip_text(widget.pointer) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
}

/// Has windows drawn with so many pixels of the screen for each of their own.
@MainActor
private func withWindowScale(_ scale: Int32, _ body: () throws -> Void) throws {
    typealias SetScale = @convention(c) (OpaquePointer?, Int32) -> Void
    let symbol = try XCTUnwrap(dlsym(dlopen(nil, RTLD_NOW), "gdk_x11_display_set_window_scale"))
    let setScale = unsafeBitCast(symbol, to: SetScale.self)
    setScale(gdk_display_get_default(), scale)
    defer { setScale(gdk_display_get_default(), 1) }
    try body()
}

/// How opaque a widget's background is painted.
@MainActor
private func groundAlpha(of widget: some Widget) -> Double {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 8, 8)
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)
    gtk_render_background(gtk_widget_get_style_context(widget.pointer), cairo, 0, 0, 8, 8)
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
    let pixel = cairo_image_surface_get_data(surface).map { UnsafeRawPointer($0).load(as: UInt32.self) } ?? 0
    return Double(pixel >> 24) / 255
}
