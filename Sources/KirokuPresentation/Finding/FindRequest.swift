import KirokuCore

/// What the user requests in a find bar: text in any field, conditions on fields, or both.
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
        /// Every line holds.
        case all
        /// At least one line holds.
        case any
        /// No line holds.
        case none
    }

    /// Text that some cell of the record contains; empty for any record.
    public var text = ""
    /// Conditions on single fields; lines that are not filled in yet do not count.
    public var lines: [FindLine] = []
    /// How ``lines`` are joined.
    public var joining = Joining.all
    /// The differences between texts to ignore, except in lines that have their own.
    public var ignored: TextDifferences = [.case, .width]
    /// A find that lines cannot express, such as groups within groups; it must hold as well.
    public var kept: Condition?

    /// A request without any conditions yet.
    public init() {}

    /// Whether nothing is asked for yet.
    public var isEmpty: Bool { text.isEmpty && kept == nil && !lines.contains { $0.isFilledIn } }

    /// The condition to find records by; `nil` if nothing is asked for yet.
    ///
    /// - Throws: ``FindProblem``, with what is wrong and in which line.
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

    func group(for schema: Schema) throws(FindProblem) -> Condition? {
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

/// Why a request is not a valid condition.
public struct FindProblem: Error, Sendable, Hashable {
    /// The index of the wrong line; `nil` if the problem is not in a line.
    public let line: Int?
    /// What is wrong and what can be done, as a text for the user.
    public let message: String

    /// Creates a problem with a line, or with the request as a whole.
    public init(line: Int?, message: String) {
        self.line = line
        self.message = message
    }
}

// MARK: From a condition

extension FindRequest {
    /// The request that the user would have made for this condition, for the fields of `schema`.
    ///
    /// A condition that does not have the form of a request is ``kept`` as a whole.
    public init(_ condition: Condition, for schema: Schema) {
        self.init()
        ignored = condition.usualDifferences(for: schema) ?? ignored
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

    /// Takes the condition of a cell, or a group of such conditions, as lines; returns false for any other condition.
    private mutating func take(_ condition: Condition, for schema: Schema) -> Bool {
        let members: [Condition]
        switch condition {
        case _ where FindList.read(condition, for: schema) != nil: (members, joining) = ([condition], .all)
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
    /// The ignored differences of the first text in the condition; `nil` if it has no text but in lists.
    fileprivate func usualDifferences(for schema: Schema) -> TextDifferences? {
        switch self {
        case _ where FindList.read(self, for: schema) != nil: nil
        case .cell(let cell):
            if case .text(_, let ignored) = cell.operand { ignored } else { nil }
        case .anywhere(_, let ignored): ignored
        case .all(let members), .any(let members), .none(let members):
            members.lazy.compactMap { $0.usualDifferences(for: schema) }.first
        }
    }
}
