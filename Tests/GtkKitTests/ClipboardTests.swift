import CGtk
import TestSupport
import XCTest

@testable import GtkKit

final class ClipboardTests: GtkTestCase {
    func testTextIsMadeWhenItIsAskedFor() {
        onMain {
            var count = 0
            Clipboard.offer(targets: Clipboard.plainTextTargets + ["text/tab-separated-values"]) { _ in
                count += 1
                return Array("a\t記\n".utf8)
            }
            XCTAssertEqual(count, 0)
            XCTAssertEqual(contents("UTF8_STRING"), "a\t記\n")
            XCTAssertEqual(contents("text/plain;charset=utf-8"), "a\t記\n")
            XCTAssertEqual(contents("text/tab-separated-values"), "a\t記\n")
            XCTAssertEqual(count, 3)
        }
    }

    func testEachFormIsMadeForThoseWhoWantIt() {
        onMain {
            Clipboard.offer(targets: ["UTF8_STRING", "text/html"]) { target in
                Array((target == "text/html" ? "<b>x</b>" : "x").utf8)
            }
            XCTAssertEqual(contents("text/html"), "<b>x</b>")
            XCTAssertEqual(contents("UTF8_STRING"), "x")
        }
    }

    func testTextIsReadBack() {
        onMain {
            Clipboard.offer(targets: ["UTF8_STRING"]) { _ in Array("記\t1\n".utf8) }
            var text: [UInt8]??
            let before = ClosureBoxes.live
            Clipboard.readText { text = $0 }
            XCTAssertTrue(work(until: { text != nil }))
            XCTAssertEqual(text, Array("記\t1\n".utf8))
            XCTAssertEqual(ClosureBoxes.live, before)
        }
    }

    func testAnOfferIsLetGoWhenAnotherOneComes() {
        onMain {
            Clipboard.offer(targets: ["UTF8_STRING"]) { _ in [] }
            let before = ClosureBoxes.live
            Clipboard.offer(targets: ["UTF8_STRING"]) { _ in Array("b".utf8) }
            XCTAssertEqual(ClosureBoxes.live, before)
            XCTAssertEqual(contents("UTF8_STRING"), "b")
        }
    }
}

@MainActor
private var clipboard: OpaquePointer? { gtk_clipboard_get(gdk_atom_intern("CLIPBOARD", 0)) }

@MainActor
private func contents(_ target: String) -> String? {
    guard let data = gtk_clipboard_wait_for_contents(clipboard, gdk_atom_intern(target, 0)) else { return nil }
    defer { gtk_selection_data_free(data) }
    var length: Int32 = 0
    guard let bytes = gtk_selection_data_get_data_with_length(data, &length), length >= 0 else { return nil }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
}
