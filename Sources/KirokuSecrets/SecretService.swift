import CSecret
import Dispatch
import KirokuCore
import KirokuServer

/// The passwords that the desktop keeps for its user: the Secret Service, through libsecret.
///
/// If there is no service, or it does not answer, there are no passwords: waiting is limited by ``Patience``.
public struct SecretService: PasswordSource {
    /// How long to wait for an answer, in seconds, and how long if the user may be asked to unlock it.
    enum Patience {
        static let answering = 5.0
        static let unlocking = 60.0
    }

    /// One request at a time, because they share a connection.
    private static let queue = DispatchQueue(label: "kiroku.secrets", qos: .userInitiated)

    /// A service; makes no request yet.
    public init() {}

    /// The password stored for an account; `nil` if there is none, or it is not available.
    public func password(for account: ServerAccount, mayUnlock: Bool) async -> String? {
        await Self.work(patience: mayUnlock ? Patience.unlocking : Patience.answering) { secret, stop in
            SecretAttributes(account, secret).find(mayUnlock: mayUnlock, stop)
        } ifNone: { _ in
            nil
        }
    }

    /// Stores a password for an account, replacing an earlier one.
    ///
    /// - Throws: ``PasswordSourceError`` if it cannot be kept.
    public func keep(_ password: String, for account: ServerAccount) async throws(PasswordSourceError) {
        let error = await Self.work(patience: Patience.unlocking) { secret, stop in
            SecretAttributes(account, secret).store(password, stop)
        } ifNone: {
            $0
        }
        if let error { throw error }
    }

    /// Runs work that waits for the service, until it takes too long or the task is cancelled.
    ///
    /// - Parameter none: the result if libsecret is missing, from the reason.
    private static func work<Value: Sendable>(
        patience: Double, _ body: @escaping @Sendable (KirokuSecret, StopSign) -> Value,
        ifNone none: (PasswordSourceError) -> Value
    ) async -> Value {
        let secret: KirokuSecret
        do throws(PasswordSourceError) { secret = try Libsecret.functions() } catch { return none(error) }
        let stop = StopSign(secret)
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + patience)
        timer.setEventHandler { stop.set() }
        timer.resume()
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await BlockingIO.run(on: queue) { body(secret, stop) }
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
    private let secret: KirokuSecret

    init(_ secret: KirokuSecret) {
        guard let cancellable = secret.cancellable_new() else { preconditionFailure("GLib made no object") }
        (self.secret, self.cancellable) = (secret, cancellable)
    }

    deinit {
        secret.object_unref(cancellable)
    }

    func set() { secret.cancel(cancellable) }
}
