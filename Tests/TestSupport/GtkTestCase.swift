import Foundation
import GtkKit
import XCTest

/// A test that needs GTK on the main thread, which XCTest gives it, and a display.
///
/// Without a display it is skipped, unless KIROKU_REQUIRE_DISPLAY is set: then it fails. It fails as well if GTK logs a
/// warning meanwhile. ``ClosureBoxes`` counts only what the test itself makes: what an earlier one has left may go while
/// it runs.
open class GtkTestCase: XCTestCase {
    /// Starts GTK, or skips the test.
    open override func setUpWithError() throws {
        LoggedFaults.listen()
        let hasDisplay = MainActor.assumeIsolated { Toolkit.start() }
        if hasDisplay { return MainActor.assumeIsolated { ClosureBoxes.startCounting() } }
        XCTAssertNil(ProcessInfo.processInfo.environment["KIROKU_REQUIRE_DISPLAY"], "no display")
        throw XCTSkip("no display")
    }

    /// Fails if GTK or GLib warned of something that the test did.
    open override func tearDown() {
        for message in LoggedFaults.take() { XCTFail(message) }
        super.tearDown()
    }

    /// Does the whole of a test on the main actor.
    ///
    /// XCTest calls tests on the main thread, but cannot call methods that are isolated to it.
    public func onMain(_ body: @MainActor () throws -> Void) rethrows {
        try MainActor.assumeIsolated(body)
    }
}
