import GtkKit
import KirokuCore
import KirokuServer
import KirokuViews

/// The first step of what is done with a server: connecting, and asking for a password if the server does.
@MainActor
final class ServerLogin {
    /// Called with what there is, and the address without table and password.
    var onConnected: ((ServerView, ServerAddress) -> Void)?
    /// Called with what there is to say; `nil` if there is nothing any more.
    var onMessage: ((Message?) -> Void)?

    let form: ServerForm
    private let progress: ProgressRow
    private var task: Task<Void, Never>?

    /// - Parameters:
    ///   - address: what is known already.
    ///   - progress: shows that it is under way.
    init(_ address: ServerAddress?, _ progress: ProgressRow) {
        form = ServerForm(address)
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
        task = Task { [weak self] in
            let result: Result<ServerView, SyncError>
            do throws(SyncError) {
                result = .success(try await ServerView.of(address, password: password))
            } catch {
                result = .failure(error)
            }
            self?.finish(result, address)
        }
    }

    func cancel() { task?.cancel() }

    private func finish(_ result: Result<ServerView, SyncError>, _ address: ServerAddress) {
        task = nil
        progress.end()
        form.widget.isSensitive = true
        switch result {
        case .success(let view): onConnected?(view, address)
        case .failure(.server(.passwordNeeded(let server))):
            onMessage?(Message(localized("The server at {server} asks for a password.", ["server": server])))
            form.askForPassword()
        case .failure(let error):
            onMessage?(Message(error.message, error == .server(.cancelled) ? .normal : .error))
            if case .server(.wrongPassword) = error { form.askForPassword() }
        }
    }
}
