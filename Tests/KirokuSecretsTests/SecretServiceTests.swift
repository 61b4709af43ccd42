import KirokuSecrets
import KirokuServer
import Testing

/// What the Secret Service of a desktop keeps is tried in Tests/Acceptance; here there is none.
@Suite("Without a Secret Service")
struct SecretServiceTests {
    private let account = ServerAccount(server: "db.example.com", port: "5432", database: "travel", user: "aiko")

    @Test("There is no password", arguments: [false, true])
    func noPassword(mayUnlock: Bool) async {
        #expect(await SecretService().password(for: account, mayUnlock: mayUnlock) == nil)
    }

    @Test("A password cannot be kept, and the reason does not tell it")
    func notKept() async {
        do throws(PasswordSourceError) {
            try await SecretService().keep("right-secret", for: account)
            Issue.record("it was kept")
        } catch {
            #expect(!error.reason.isEmpty)
            #expect(!error.reason.contains("right-secret"))
        }
    }
}
