import CGtk
import Foundation
import XCTest

@testable import GtkKit

/// A test that needs GTK on the main thread, which XCTest gives it, and a display.
///
/// Without a display it is skipped, unless KIROKU_REQUIRE_DISPLAY is set: then it fails.
class GtkTestCase: XCTestCase {
    override func setUpWithError() throws {
        let hasDisplay = MainActor.assumeIsolated { Toolkit.start() }
        if hasDisplay { return }
        XCTAssertNil(ProcessInfo.processInfo.environment["KIROKU_REQUIRE_DISPLAY"], "no display")
        throw XCTSkip("no display")
    }

    /// Does the whole of a test on the main actor. XCTest calls tests on the main thread, but cannot call methods that
    /// are isolated to it.
    func onMain(_ body: @MainActor () throws -> Void) rethrows {
        try MainActor.assumeIsolated(body)
    }
}

/// Lets the main loop work until the condition holds. Returns whether it ever did.
@MainActor
@discardableResult
func work(until condition: () -> Bool, seconds: Double = 10) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    // The timer wakes the loop, so that the end of the time is noticed.
    let timer = g_timeout_add(20, { _ in 1 }, nil)
    defer { g_source_remove(timer) }
    while !condition() {
        guard Date() < end else { return false }
        g_main_context_iteration(nil, 1)
    }
    return true
}

/// Lets the main loop do what is waiting now.
@MainActor
func workOff() {
    while g_main_context_iteration(nil, 0) != 0 {}
}

/// A bare window to put things into.
@MainActor
func testWindow(_ content: some Widget, width: Int = 400, height: Int = 300) -> Window {
    let window = Window(pointer: gtk_window_new(GTK_WINDOW_TOPLEVEL))
    gtk_window_set_default_size(window.cast(to: GtkWindow.self), Int32(width), Int32(height))
    window.setContent(content)
    window.showAll()
    workOff()
    return window
}
