import KirokuCore

/// Something in an experiment that is not as it should be.
struct ExperimentFault: Error, CustomStringConvertible {
    /// What is wrong, for the developer.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Fails the step unless `isTrue` holds.
func check(_ isTrue: Bool, _ what: String) throws {
    guard isTrue else { throw ExperimentFault("not true: \(what)") }
}

/// Does something that is to be refused with a thrown error; fails the step if it is not refused.
///
/// - Parameter code: under which the error is reported; `nil` where who refuses it reports it.
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
