import CSecret
import KirokuServer

/// libsecret, which is loaded when the first password is asked for.
enum Libsecret {
    private static let loaded: (functions: KirokuSecret, fault: String?) = {
        var functions = KirokuSecret()
        let fault = kiroku_load_secret(&functions)
        return (functions, fault.map { String(cString: $0) })
    }()

    /// Its functions.
    ///
    /// - Throws: why it cannot be loaded.
    static func functions() throws(PasswordSourceError) -> KirokuSecret {
        if let fault = loaded.fault { throw PasswordSourceError(reason: fault) }
        return loaded.functions
    }
}
