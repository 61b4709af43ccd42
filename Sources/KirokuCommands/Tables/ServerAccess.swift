import KirokuCore
import KirokuServer

/// What commands do on a server.
enum ServerAccess {
    /// Reads an address from the command line.
    static func address(_ text: String) throws(UsageError) -> ServerAddress {
        do throws(ServerError) {
            return try ServerAddress(text)
        } catch {
            throw .address(error)
        }
    }

    /// Connects, works, and ends the connection.
    ///
    /// A signal stops the work, on the server as well, and ends the program after that.
    static func working<Value: Sendable>(
        with address: ServerAddress,
        _ work: @escaping @Sendable (ServerSession) async throws(ServerError) -> Value
    ) async throws(CommandFailure) -> Value {
        try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(ServerError) {
                let session = try await ServerSession.open(address)
                do throws(ServerError) {
                    let value = try await work(session)
                    await session.close()
                    return value
                } catch {
                    await session.close()
                    throw error
                }
            } catch {
                throw CommandFailure(error.message)
            }
        }
    }

    /// Warns that others can see a password in the address of a table that is opened in a window.
    static func warnOfWindow() {
        Console.show(
            localized(
                "While Kiroku runs, anyone on this computer can see the password in the address. Put it in {file} instead, or enter it in the window.",
                ["file": "~/.pgpass"]))
    }

    /// Warns that others can see a password in the address.
    static func warn(of address: ServerAddress) {
        guard address.hasSecret else { return }
        Console.show(
            localized(
                "While the command runs, anyone on this computer can see the password in the address. Put it in {file} instead.",
                ["file": "~/.pgpass"]))
    }
}
