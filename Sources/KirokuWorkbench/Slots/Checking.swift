import KirokuCore

/// A fault that an experiment has found.
struct ExperimentFault: Error, CustomStringConvertible {
    /// What is wrong, for developers.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Fails the step unless `isTrue` is true.
func check(_ isTrue: Bool, _ what: String) throws {
    guard isTrue else { throw ExperimentFault("not true: \(what)") }
}

/// Fails the step unless `body` is refused with a thrown error.
///
/// - Parameter code: the code for reporting the error; `nil` if the refused call reports it.
@MainActor
func expectRefusal(_ code: String? = nil, _ body: () throws -> Void) throws {
    do {
        try body()
    } catch {
        if let code { Reports.error(code, "\(error)") }
        return
    }
    throw ExperimentFault("was not refused")
}
