/// The number of a step, which a press of a slot's button runs.
enum StepNumber: Hashable, CustomStringConvertible {
    case create
    /// Numbered from 1.
    case normal(Int)
    /// Counted from 1, numbered from 101.
    case error(Int)
    case clear

    /// The number as text: “create”, “1”, “101” or “999”.
    var description: String {
        switch self {
        case .create: "create"
        case .normal(let number): String(number)
        case .error(let number): String(100 + number)
        case .clear: "999"
        }
    }
}
