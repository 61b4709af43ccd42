import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// The first step of working with a server: connecting, and asking for a password if the server does.
@MainActor
final class ServerLogin {
    /// Called with what is on the server, the address without table and password, and a message if there is still
    /// something to tell.
    var onConnected: ((ServerView, ServerAddress, Message?) -> Void)?
    /// Called with a message; `nil` if there is no message any more.
    var onMessage: ((Message?) -> Void)?

    let form: ServerForm
    private let progress: ProgressRow
    private var task: Task<Void, Never>?

    /// - Parameters:
    ///   - address: what is known already.
    ///   - isWhole: whether nothing but a password is asked for.
    ///   - progress: shows that it is under way.
    init(_ address: ServerAddress?, isWhole: Bool = false, _ progress: ProgressRow) {
        form = ServerForm(address, isWhole: isWhole)
        self.progress = progress
    }

    func connect() {
        guard task == nil else { return }
        onMessage?(nil)
        let address: ServerAddress
        let password: String
        do throws(ServerError) {
            (address, password) = try form.entered()
        } catch {
            onMessage?(Message(error.message, .error))
            return
        }
        form.widget.isSensitive = false
        progress.begin(localized("Connecting…"))
        let isToRemember = form.isToRemember && !password.isEmpty
        task = Task { [weak self] in
            let result = await Self.view(address, password)
            var complaint: Message?
            if isToRemember, case .success(let view) = result { complaint = await Self.remember(view.account) }
            self?.finish(result, address, complaint)
        }
    }

    /// Looks up what is on the server; the user waits for it, and may be asked to unlock the desktop's passwords.
    private static func view(_ address: ServerAddress, _ password: String) async -> Result<ServerView, SyncError> {
        await ServerPasswords.$mayUnlock.withValue(true) {
            do throws(SyncError) {
                return .success(try await ServerView.of(address, password: password))
            } catch {
                return .failure(error)
            }
        }
    }

    private static func remember(_ account: ServerAccount) async -> Message? {
        do throws(PasswordSourceError) {
            try await ServerPasswords.shared.remember(account)
            return nil
        } catch {
            guard !error.isLocked else {
                return Message(
                    localized(
                        "The desktop’s password storage is locked. Kiroku remembers the password only until you quit."
                    ), .caution)
            }
            let sentence = localized("The password cannot be saved. Kiroku remembers it only until you quit.")
            guard !error.reason.isEmpty else { return Message(sentence, .caution) }
            return Message("\(sentence) (\(ShownText.short(error.reason)))", .caution)
        }
    }

    func cancel() { task?.cancel() }

    private func finish(_ result: Result<ServerView, SyncError>, _ address: ServerAddress, _ complaint: Message?) {
        task = nil
        progress.end()
        form.widget.isSensitive = true
        switch result {
        case .success(let view): onConnected?(view, address, complaint)
        case .failure(.server(.passwordNeeded(let server))):
            onMessage?(Message(localized("The server at {server} asks for a password.", ["server": server])))
            form.askForPassword()
        case .failure(let error):
            onMessage?(Message(error.message, error == .server(.cancelled) ? .normal : .error))
            if error.asksForPassword { form.askForPassword() }
        }
    }
}
