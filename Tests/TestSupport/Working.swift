import CGtk
import Foundation

/// How many seconds anything may take: only a test that fails ever waits that long, and a busy machine needs a lot.
private let patience = 300.0

/// Lets the main loop work until the condition holds.
///
/// Returns whether it ever did.
@MainActor
@discardableResult
public func work(until condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: patience)
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
public func workOff() {
    while g_main_context_iteration(nil, 0) != 0 {}
}
