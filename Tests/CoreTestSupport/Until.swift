/// Returns when a condition holds, without keeping a processor busy.
public func until(_ condition: @Sendable () async -> Bool) async throws {
    while await !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
