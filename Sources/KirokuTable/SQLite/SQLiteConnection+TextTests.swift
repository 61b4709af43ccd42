import CSQLite

/// Tests of texts that SQLite runs while reading, so that it returns only texts that pass.
extension SQLiteConnection {
    /// The SQL function that tells whether a cell may pass the test in a parameter.
    ///
    /// Texts pass or not, NULL never does. Anything else may pass: only reading it tells.
    package static let textTest = "kiroku_passes"

    /// Adds ``textTest``, only for Kiroku's own statements: nothing in the file's schema can call it.
    func addTextTest() throws(StorageError) {
        let options = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
        let code = sqlite3_create_function_v2(
            database, Self.textTest, 2, options, nil,
            { context, _, arguments in
                guard let arguments else { return }
                let cell = SQLiteValue(arguments[1])
                let passes =
                    switch cell.content {
                    case .null: false
                    case .text: BoundTextTest.passes(cell.utf8, arguments[0])
                    case .integer, .real, .blob: true
                    }
                sqlite3_result_int(context, passes ? 1 : 0)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }
}

/// A test of texts as the parameter of one statement.
final class BoundTextTest {
    /// Marks a pointer as one to a test for SQLite.
    static let pointerType: StaticString = "kiroku text test"

    private let test: TextTest
    // As in `Gathered`.
    @exclusivity(unchecked) private var folder: TextFolder

    init(_ test: TextTest) {
        self.test = test
        folder = test.makeFolder()
    }

    /// Whether a text may pass the test that a parameter is bound to.
    ///
    /// If SQLite has no memory for the text, or there is no test, the text may pass.
    static func passes(_ text: UnsafeBufferPointer<UInt8>, _ parameter: OpaquePointer?) -> Bool {
        guard text.baseAddress != nil,
            let test = sqlite3_value_pointer(
                parameter, UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self))
        else { return true }
        return Unmanaged<BoundTextTest>.fromOpaque(test)._withUnsafeGuaranteedRef { $0.test.accepts(text, &$0.folder) }
    }
}
