import CoreTestSupport

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// A play that follows from its seed.
struct RandomPlay {
    let seed: Int
    let world: World
    let turns: [Turn]

    /// The tables that plays begin with, made once.
    private static let tables = (0..<6).map { RecordTable.played(records: $0 / 3 + 1, fields: $0 % 3 + 1) }

    init(seed: Int, _ engine: any Engine) {
        var random = SeededGenerator(seed: UInt64(seed))
        self.seed = seed
        let (desks, isShared) = (Int.random(in: 2...3, using: &random), Bool.random(using: &random))
        let table = Self.tables[Int.random(in: 0..<Self.tables.count, using: &random)]
        world = World(engine, desks: desks, isShared: isShared, table: table)
        // Some plays are about cells alone, where crossings are frequent.
        let isOfCells = Bool.random(using: &random)
        turns = (0..<Int.random(in: 10...30, using: &random)).map { _ in
            Turn(
                Int.random(in: 0..<desks, using: &random),
                Self.move(isShared: isShared, isOfCells: isOfCells, &random))
        }
    }

    private static func move(isShared: Bool, isOfCells: Bool, _ random: inout SeededGenerator) -> Turn.Move {
        func some(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        switch some(100) {
        case ..<33: return edit(isOfCells: isOfCells, &random)
        case ..<43: return .undo
        case ..<47: return .redo
        case ..<50: return .mine(some(3))
        case ..<53: return .theirs(some(3))
        case ..<56: return .look
        case ..<58: return .crash
        case ..<59: return .open
        case ..<74: return .save
        case ..<83: return isShared ? .send : .save
        case ..<92: return isShared ? .receive : .save
        case ..<93: return .sendUnheard
        case ..<94: return .sendSlowly
        case ..<96: return .ask
        case ..<98: return .deliver(some(6))
        case ..<99: return .copy
        default: return .restore(1 + some(3))
        }
    }

    private static func edit(isOfCells: Bool, _ random: inout SeededGenerator) -> Turn.Move {
        func some(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        switch some(isOfCells ? 12 : 24) {
        case ..<9: return .set(some(2), some(2))
        case ..<12: return .clear(some(2), some(2))
        case ..<14: return .add(some(4))
        case ..<16: return .delete(some(3))
        case ..<17: return .move(some(3), some(3))
        case ..<18: return .addField
        case ..<20: return .rename(some(3))
        case ..<22: return .retype(some(3))
        default: return .remove(some(3))
        }
    }

    var faults: [String] { World.faults(of: turns, in: world) }

    /// The turns without those that the play also fails without.
    var shortest: [Turn] {
        var turns = turns
        var isShorter = true
        while isShorter {
            isShorter = false
            for index in turns.indices.reversed() {
                var fewer = turns
                fewer.remove(at: index)
                guard !World.faults(of: fewer, in: world).isEmpty else { continue }
                turns = fewer
                isShorter = true
            }
        }
        return turns
    }

    /// What a test of these turns needs.
    func report(of turns: [Turn]) -> String {
        let table = world.files[0].table
        return """
            seed \(seed): \(World.faults(of: turns, in: world).joined(separator: "; "))
            \(world.windows.count) desks, \(world.server == nil ? "one file" : "a server"), \(table.count) records of \
            \(table.schema.fields.map { "\($0.name): \($0.type.rawValue)" }.joined(separator: ", "))
            [\(turns.map(\.description).joined(separator: ", "))]
            """
    }
}
