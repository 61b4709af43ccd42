import Glibc
import KirokuCore
import Testing

@testable import KirokuServer

@Suite("Connecting to a server")
struct ConnectionTests {
    private func error(_ text: String) async throws -> ServerError? {
        do throws(ServerError) {
            await (try ServerSession.open(try ServerAddress(text))).close()
            return nil
        } catch {
            return error
        }
    }

    private func network(_ host: String, _ more: String) throws -> String {
        let place = try PrivateServer.shared.get().place
        return "postgresql://kiroku@\(host):\(place.port)/postgres?table=t" + more
    }

    @Test("Over a network, only with a certificate that vouches for the server")
    func certificates() async throws {
        let folder = try PrivateServer.shared.get().place.folder
        #expect(try await error(try network("localhost", "&sslrootcert=\(folder)/ca.crt")) == nil)
        for (host, more) in [
            ("localhost", ""), ("localhost", "&sslrootcert=\(folder)/other.crt"),
            ("127.0.0.1", "&sslrootcert=\(folder)/ca.crt"),
        ] {
            let told = try await error(try network(host, more))
            guard case .untrusted(host, let reason) = told else {
                Issue.record("\(String(describing: told))")
                continue
            }
            #expect(reason.contains("certificate") && !reason.contains("\n"))
        }
        // What the user asks for is enough, as long as it is encrypted.
        #expect(try await error(try network("127.0.0.1", "&sslrootcert=\(folder)/ca.crt&sslmode=verify-ca")) == nil)
    }

    @Test("Of a name with several addresses, what the last one said is told")
    func severalAddresses() {
        let said = """
            connection to server at "db" (::1), port 5432 failed: Connection refused
            \tIs the server running on that host and accepting TCP/IP connections?
            connection to server at "db" (127.0.0.1), port 5432 failed: SSL error: certificate verify failed
            """
        let told = ServerError(connecting: said, server: "db", database: "cards")
        #expect(told == .untrusted(server: "db", reason: "SSL error: certificate verify failed"))
    }

    @Test("What others could read is refused", arguments: ["disable", "allow", "prefer"])
    func plain(mode: String) async throws {
        #expect(try await error(try network("127.0.0.1", "&sslmode=\(mode)")) == .unencrypted(mode: mode))
    }

    @Test("A server that does not encrypt is refused")
    func withoutTLS() async throws {
        let listener = try RefusingListener()
        let told = try await error("postgresql://x@127.0.0.1:\(listener.port)/x?table=t")
        #expect(told == .cannotEncrypt(server: "127.0.0.1"))
    }

    @Test("Without a certificate for its name, a server gets a password only by a way that tells it nothing")
    func unproven() async throws {
        let database = try Database()
        try database.execute(
            """
            DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'right-secret';
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
            """)
        let ways = "?table=t&sslmode=verify-ca&sslrootcert=\(database.server.folder)/ca.crt"
        func text(_ user: String) -> String {
            "postgresql://\(user)@127.0.0.1:\(database.server.port)/\(database.name)\(ways)"
        }
        // It asks for none, or by SCRAM on this very line.
        #expect(try await error(text("kiroku")) == nil)
        #expect(try await error(text("guarded:right-secret")) == nil)
        #expect(try await error(text("guarded") + "&passfile=/nowhere") == .passwordNeeded(server: "127.0.0.1"))
        let plan = try ConnectionPlan(try ServerAddress(text("guarded:right-secret")))
        #expect(!plan.isProven)
        #expect(plan.parameters(.bound).contains { $0 == ("channel_binding", "require") })
        for (_, value) in plan.parameters(.none) { #expect(!value.contains("secret")) }
        #expect(try ConnectionPlan(try ServerAddress("postgresql://me@h/d?table=t")).isProven)
        for said in [
            "channel binding required, but server authenticated client without channel binding",
            "channel binding required but not supported by server's authentication request",
            "channel binding is required, but server did not offer an authentication method that supports channel binding",
        ] {
            #expect(ServerError(connecting: said, server: "db", database: "d") == .unproven(server: "db"))
        }
    }

    @Test("On this machine, a password goes to programs of this user, the administrator and PostgreSQL alone")
    func peers() {
        #expect(LocalPeer.isTrusted(user: geteuid()) && LocalPeer.isTrusted(user: 0))
        #expect(!LocalPeer.isTrusted(user: 65_534) && !LocalPeer.isTrusted(user: .max))
    }

    @Test("A password is asked for, and never told")
    func passwords() async throws {
        let database = try Database()
        try database.execute(
            """
            DO $$ BEGIN CREATE ROLE guarded LOGIN PASSWORD 'right-secret';
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
            """)
        let socket = database.server.socket
        func text(_ user: String) -> String {
            "postgresql://\(user)@/\(database.name)?table=t&host=\(socket)&port=\(database.server.port)"
        }
        #expect(try await error(text("guarded:right-secret")) == nil)
        #expect(try await error(text("guarded:wrong-secret")) == .wrongPassword(server: socket))
        #expect(try await error(text("guarded") + "&passfile=/nowhere") == .passwordNeeded(server: socket))
        let address = try ServerAddress(text("guarded:right-secret"))
        #expect(address.hasPassword)
        #expect(!address.shownText.contains("secret") && !address.shownText.contains("guarded"))
        // A server that repeats it.
        #expect(ServerText.shown("no right-secret here", without: ["right-secret"]) == "no ••• here")
    }

    @Test("A server or database that there is not")
    func nothing() async throws {
        let place = try PrivateServer.shared.get().place
        #expect(
            try await error("postgresql:///no_such?host=\(place.socket)&port=\(place.port)&user=kiroku")
                == .noDatabase("no_such"))
        guard case .unreachable("/nowhere", let reason) = try await error("postgresql:///x?host=/nowhere") else {
            Issue.record("somebody is there")
            return
        }
        #expect(reason == "No such file or directory")
        guard case .unusableAddress(let reason) = try await error("postgresql:///?service=no_such_service") else {
            Issue.record("there is such a service")
            return
        }
        #expect(reason.contains("no_such_service"))
        guard
            case .notAdmitted = try await error(
                "postgresql:///postgres?host=\(place.socket)&port=\(place.port)&user=no_such_user")
        else {
            Issue.record("there is such a user")
            return
        }
    }

    @Test("A server that says nothing is given up")
    func silent() async throws {
        let listener = try RefusingListener(answers: false)
        let told = try await error("postgresql://x@127.0.0.1:\(listener.port)/x?table=t&connect_timeout=2")
        #expect(told == .noAnswer(server: "127.0.0.1"))
    }

    @Test("Connecting can be cancelled")
    func cancelling() async throws {
        let listener = try RefusingListener(answers: false)
        let address = try ServerAddress("postgresql://x@127.0.0.1:\(listener.port)/x?table=t")
        let task = Task { () async -> ServerError? in
            do throws(ServerError) {
                _ = try await ServerSession.open(address)
                return nil
            } catch {
                return error
            }
        }
        listener.waitForConnection()
        task.cancel()
        #expect(await task.value == .cancelled)
    }
}

/// Listens on 127.0.0.1, and says that it does not encrypt, or nothing at all.
private final class RefusingListener: @unchecked Sendable {
    private let listener: LocalListener
    private var connection: Int32 = -1

    var port: UInt16 { listener.port }

    init(answers: Bool = true) throws {
        listener = try LocalListener()
        let listening = listener.descriptor
        guard answers else { return }
        Thread.detach {
            let accepted = accept(listening, nil, nil)
            var request = [UInt8](repeating: 0, count: 8)
            _ = read(accepted, &request, 8)
            var answer = UInt8(ascii: "N")
            _ = write(accepted, &answer, 1)
            _ = read(accepted, &request, 8)
            close(accepted)
        }
    }

    func waitForConnection() { connection = accept(listener.descriptor, nil, nil) }

    deinit {
        if connection >= 0 { close(connection) }
    }
}

private enum Thread {
    /// Work that may wait for a long time.
    static func detach(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(work))
        pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, box.toOpaque())
        pthread_detach(thread)
    }

    private final class Box {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
