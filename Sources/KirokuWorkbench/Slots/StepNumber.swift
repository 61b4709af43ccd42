/// What a press of a slot's button runs: the steps are numbered as the log has them.
enum StepNumber: Hashable, CustomStringConvertible {
    case create
    /// From 1.
    case normal(Int)
    /// Counted from 1, numbered from 101.
    case error(Int)
    case clear

    /// "create", "1", "101" or "999".
    var description: String {
        switch self {
        case .create: "create"
        case .normal(let number): String(number)
        case .error(let number): String(100 + number)
        case .clear: "999"
        }
    }
}
