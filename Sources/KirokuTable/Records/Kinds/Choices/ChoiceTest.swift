/// A test of which choices a cell has.
struct ChoiceTest: Sendable {
    private let comparison: Comparison
    private let wanted: Set<String>
    private let folding: TextFolding

    /// - Parameters:
    ///   - text: the choices, separated by semicolons.
    ///   - ignored: the differences to ignore.
    /// - Returns: `nil` for other comparisons.
    init?(_ comparison: Comparison, _ text: String, ignoring ignored: TextDifferences) {
        guard [.hasAny, .hasAll, .hasNone].contains(comparison) else { return nil }
        self.comparison = comparison
        let folding = TextFolding(ignored)
        self.folding = folding
        wanted = Set((Choices(text)?.texts ?? []).map { folding.folded($0) })
    }

    /// Whether an empty cell, which has no choices, passes.
    var acceptsEmpty: Bool { comparison == .hasNone || comparison == .hasAll && wanted.isEmpty }

    /// Whether each value of a column passes.
    func accepted<Value>(in column: CodedColumn<Value>) -> [Bool] {
        column.codes.texts.indices.map { index in
            let texts = Set((column.value(ofCode: index + 1)?.texts ?? []).map { folding.folded($0) })
            return switch comparison {
            case .hasAll: wanted.isSubset(of: texts)
            case .hasNone: wanted.isDisjoint(with: texts)
            default: !wanted.isDisjoint(with: texts)
            }
        }
    }
}
