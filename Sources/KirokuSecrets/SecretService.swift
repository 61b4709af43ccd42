import CSecret
import Dispatch
import KirokuCore
import KirokuServer

/// The passwords that the desktop keeps for its user: the Secret Service, through libsecret.
///
/// Where there is none, or it does not answer, there are no passwords: nothing waits longer than ``Patience`` says.
public struct SecretService: PasswordSource {
    /// How many seconds it has to answer, and how many if the user may be asked to unlock it.
    enum Patience {
        static let answering = 5.0
        static let unlocking = 60.0
    }

    /// One at a time, as they share a connection.
    private static let queue = DispatchQueue(label: "kiroku.secrets", qos: .userInitiated)

    /// Nothing is asked yet.
    public init() {}

    /// The password that was remembered for an account; `nil` if there is none, or none can be had.
    public func password(for account: ServerAccount, mayUnlock: Bool) async -> String? {
        await Self.work(patience: mayUnlock ? Patience.unlocking : Patience.answering) { stop in
            SecretAttributes(account).find(mayUnlock: mayUnlock, stop)
        }
    }

    /// Remembers a password for an account, in place of an earlier one.
    ///
    /// - Throws: ``PasswordSourceError`` if it cannot be kept.
    public func keep(_ password: String, for account: ServerAccount) async throws(PasswordSourceError) {
        let error = await Self.work(patience: Patience.unlocking) { stop in
            SecretAttributes(account).store(password, stop)
        }
        if let error { throw error }
    }

    /// Does what waits for the service, until it takes too long or the task is cancelled.
    private static func work<Value: Sendable>(
        patience: Double, _ body: @escaping @Sendable (StopSign) -> Value
    ) async -> Value {
        let stop = StopSign()
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + patience)
        timer.setEventHandler { stop.set() }
        timer.resume()
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await BlockingIO.run(on: queue) { body(stop) }
        } onCancel: {
            stop.set()
        }
    }
}

/// Ends a call of GLib from another thread.
///
/// GLib lets any thread cancel; the pointer never changes.
final class StopSign: @unchecked Sendable {
    let cancellable: UnsafeMutablePointer<GCancellable>

    init() {
        guard let cancellable = g_cancellable_new() else { preconditionFailure("GLib made no object") }
        self.cancellable = cancellable
    }

    deinit {
        g_object_unref(cancellable)
    }

    func set() { g_cancellable_cancel(cancellable) }
}
