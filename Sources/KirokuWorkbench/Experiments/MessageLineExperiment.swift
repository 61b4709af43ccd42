import FoundationEssentials
import KirokuCore
import KirokuViews

/// The message line with all kinds of messages, and with one that disappears.
final class MessageLineExperiment: Experiment {
    static let title = "Message line"

    private let clock = AppClock.fixed(at: Date(timeIntervalSince1970: 0))
    private let line: MessageLine

    init(on page: Page) {
        line = MessageLine(alignment: .center, clock: clock)
        page.show(line.widget, fills: false)
    }

    static let steps: [Step<MessageLineExperiment>] =
        [.normal("plain text") { $0.line.show(Message("Nothing special.")) }]
        + MessageKind.allCases.map { kind in
            .normal("\(kind.rawValue)") { $0.line.show(Message("This is \(kind.rawValue).", kind)) }
        }
        + [
            .normal("a long one, in Japanese") { me in
                me.line.show(Message(String(repeating: "記録を保存できませんでした。", count: 12), .error))
            },
            .normal("goes after 5 s by the clock") { me in
                me.line.show(Message("Gone in a moment.", .ok, passes: true))
                me.clock.advance(by: 4.9)
                try check(me.line.message != nil, "it is there after 4.9 s")
                me.clock.advance(by: 0.2)
                for _ in 0..<1_000 where me.line.message != nil { await Task.yield() }
                try check(me.line.message == nil, "it is gone after 5.1 s")
            },
            .normal("nothing") { $0.line.show(nil) },
        ]
}
