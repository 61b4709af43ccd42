import KirokuCore

/// What a person asks for in a find bar: a text anywhere, conditions on fields, or both (pure: no toolkit).
///
/// ```swift
/// var request = FindRequest()
/// request.text = "tokyo"
/// request.lines = [FindLine(field: rate.id, comparison: .greaterOrEqual, text: "3")]
/// if let condition = try request.condition(for: table.schema) { … }
/// ```
public struct FindRequest: Sendable, Hashable {
    /// How the lines are joined.
    public enum Joining: Sendable, Hashable, CaseIterable {
        /// Every one of them holds.
        case all
        /// At least one of them holds.
        case any
        /// Not one of them holds.
        case none
    }

    /// What some cell of the record has in it; empty for anything.
    public var text = ""
    /// Conditions on single fields; those that are not filled in yet do not count.
    public var lines: [FindLine] = []
    /// How ``lines`` are joined.
    public var joining = Joining.all
    /// Which differences between texts do not count, but in lines that say so themselves.
    public var ignored: TextDifferences = [.case, .width]
    /// A condition that was kept and that the lines cannot say, such as groups within groups; it must hold as well.
    public var kept: Condition?

    /// A request that asks for nothing yet.
    public init() {}

    /// Whether nothing is asked for yet.
    public var isEmpty: Bool { text.isEmpty && kept == nil && !lines.contains { $0.isFilledIn } }

    /// The condition to find records by; `nil` if nothing is asked for yet.
    ///
    /// - Throws: ``FindProblem``: what is wrong, and in which line.
    public func condition(for schema: Schema) throws(FindProblem) -> Condition? {
        var parts: [Condition] = []
        if !text.isEmpty { parts.append(.anywhere(text, ignoring: ignored)) }
        if let group = try group(for: schema) { parts.append(group) }
        if let kept {
            do {
                try kept.check(for: schema)
            } catch {
                throw FindProblem(line: nil, message: error.message)
            }
            parts.append(kept)
        }
        return parts.count > 1 ? .all(parts) : parts.first
    }

    private func group(for schema: Schema) throws(FindProblem) -> Condition? {
        var tests: [Condition] = []
        for (index, line) in lines.enumerated() where line.isFilledIn {
            do {
                tests.append(try line.condition(for: schema, ignoring: ignored))
            } catch {
                throw FindProblem(line: index, message: error.message)
            }
        }
        if tests.isEmpty { return nil }
        return switch joining {
        case .all: tests.count == 1 ? tests[0] : .all(tests)
        case .any: tests.count == 1 ? tests[0] : .any(tests)
        case .none: .none(tests)
        }
    }
}

/// Why nothing can be found as it is asked for.
public struct FindProblem: Error, Sendable, Hashable {
    /// The line that is wrong, by its index; `nil` if it is none of them.
    public let line: Int?
    /// What is wrong and what can be done, for the user.
    public let message: String

    /// A problem with a line, or with none of them.
    public init(line: Int?, message: String) {
        self.line = line
        self.message = message
    }
}

// MARK: From a condition

extension FindRequest {
    /// The request that a person would have made for this condition, for the fields of `schema`.
    ///
    /// A condition of another form is ``kept`` as a whole.
    public init(_ condition: Condition, for schema: Schema) {
        self.init()
        ignored = condition.usualDifferences ?? ignored
        if case .anywhere(let text, _) = condition {
            self.text = text
        } else if case .all(let members) = condition, members.count == 2, case .anywhere(let text, _) = members[0],
            take(members[1], for: schema)
        {
            self.text = text
        } else if !take(condition, for: schema) {
            kept = condition
        }
    }

    /// Takes a cell's condition or a group of these as lines; returns false if it is something else.
    private mutating func take(_ condition: Condition, for schema: Schema) -> Bool {
        let members: [Condition]
        switch condition {
        case .cell: (members, joining) = ([condition], .all)
        case .all(let all): (members, joining) = (all, .all)
        case .any(let any): (members, joining) = (any, .any)
        case .none(let none): (members, joining) = (none, .none)
        case .anywhere: return false
        }
        let taken = members.compactMap { FindLine($0, for: schema) }.map { line in
            var line = line
            if line.ignored == ignored { line.ignored = nil }
            return line
        }
        guard !taken.isEmpty, taken.count == members.count else {
            joining = .all
            return false
        }
        lines = taken
        return true
    }
}

extension Condition {
    /// Which differences do not count for the text in any field, or else for the first text in it; `nil` if there is none.
    fileprivate var usualDifferences: TextDifferences? {
        switch self {
        case .cell(let cell):
            if case .text(_, let ignored) = cell.operand { ignored } else { nil }
        case .anywhere(_, let ignored): ignored
        case .all(let members), .any(let members), .none(let members):
            members.lazy.compactMap(\.usualDifferences).first
        }
    }
}
