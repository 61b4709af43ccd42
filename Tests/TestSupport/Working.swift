import CGtk
import Foundation

/// Lets the main loop work until the condition holds.
///
/// Returns whether it ever did.
@MainActor
@discardableResult
public func work(until condition: () -> Bool, seconds: Double = 10) -> Bool {
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
public func workOff() {
    while g_main_context_iteration(nil, 0) != 0 {}
}
