import CPostgreSQL

/// The functions of libpq, which is loaded when the first one is called.
///
/// Only code that has a ``ServerAddress`` calls them; without libpq, none can be created.
let libpq = Libpq.loaded.functions

/// The library for PostgreSQL's protocol.
enum Libpq {
    fileprivate static let loaded: (functions: KirokuLibpq, fault: String?) = {
        var functions = KirokuLibpq()
        let fault = kiroku_load_libpq(&functions)
        return (functions, fault.map { ServerText.shown($0) })
    }()

    /// Loads the library, unless it is already loaded.
    ///
    /// - Throws: ``ServerError/noLibrary(reason:)``.
    static func load() throws(ServerError) {
        if let fault = loaded.fault { throw .noLibrary(reason: fault) }
    }
}

extension KirokuLibpq {
    /// A part of the server's error message, such as `kiroku_error_code`; `nil` if it lacks that part.
    func part(_ part: Int, ofError result: OpaquePointer) -> UnsafePointer<CChar>? {
        UnsafePointer(PQresultErrorField(result, Int32(part)))
    }

    /// The number of rows that a statement has changed or found.
    func rowCount(of result: OpaquePointer) -> Int {
        PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
}
