import Testing

@testable import KirokuCommands

@Suite("What the program is started for")
struct InvocationTests {
    private func request(_ words: [String]) -> CommandRun.Request? {
        guard case .command(let run) = Invocation(["kiroku"] + words) else { return nil }
        return run.request
    }

    @Test(
        "Files and the toolkit's options are for the window",
        arguments: [
            [], ["a.tsv"], ["a.tsv", "export"], ["./export"], ["--", "export"], ["--", "--help"],
            ["--gapplication-service"], ["--display", ":1"], ["--display=:1", "a"], ["--gtk-debug=all"],
            ["--g-fatal-warnings"], ["--class=X", "--name=Y"], ["exports"], [""], ["postgresql://h/d?table=t", "a"],
        ])
    func window(words: [String]) {
        guard case .window(let arguments, let options) = Invocation(["kiroku"] + words) else {
            Issue.record("no window for \(words)")
            return
        }
        #expect(arguments == ["kiroku"] + words)
        #expect(options == WindowOptions())
    }

    @Test(
        "The file for what is measured is not for the toolkit", arguments: [["--times=t", "a"], ["a", "--times=t"]])
    func times(words: [String]) {
        guard case .window(let arguments, let options) = Invocation(["kiroku"] + words) else {
            Issue.record("no window for \(words)")
            return
        }
        #expect(arguments == ["kiroku", "a"])
        #expect(options.times == "t" && !options.isInBrowser)
        #expect(request(["--times="]) == .usage(.unknownOption("--times"), nil))
    }

    @Test("The first word names a command")
    func commands() {
        #expect(request(["info", "a"]) == .command(.info, ["a"]))
        #expect(request(["export", "--", "-x"]) == .command(.export, ["--", "-x"]))
        #expect(request(["find", "a", "b"]) == .command(.find, ["a", "b"]))
        #expect(request(["import", "-", "--into", "b"]) == .command(.import, ["-", "--into", "b"]))
    }

    @Test("Help and version come before everything else")
    func help() {
        #expect(request(["--help"]) == .help(nil))
        #expect(request(["a.tsv", "-h"]) == .help(nil))
        #expect(request(["--vers"]) == .version)
        #expect(request(["-V"]) == .version)
        #expect(request(["find", "--help"]) == .help(.find))
        #expect(request(["find", "a", "-h", "b"]) == .help(.find))
        #expect(request(["find", "--", "--help"]) == .command(.find, ["--", "--help"]))
    }

    @Test("Options that there are not are mistakes")
    func mistakes() {
        #expect(request(["--foo"]) == .usage(.unknownOption("--foo"), nil))
        #expect(request(["a", "-x"]) == .usage(.unknownOption("-x"), nil))
        #expect(request(["-"]) == .usage(.needsFile, nil))
        #expect(request(["info", "--foo", "--help"]) == .usage(.unknownOption("--foo"), .info))
    }

    @Test(
        "Windows are shown in a browser wherever the word stands",
        arguments: [
            (["--browser"], []), (["--browser", "a"], ["a"]), (["a", "--browser", "--browser"], ["a"]),
            (["--browser", "--", "--browser"], ["--", "--browser"]), (["--browser", "--times=t", "a"], ["a"]),
        ])
    func browser(words: [String], rest: [String]) {
        guard case .window(let arguments, let options) = Invocation(["kiroku"] + words) else {
            Issue.record("no window for \(words)")
            return
        }
        #expect(arguments == ["kiroku"] + rest)
        #expect(options.isInBrowser)
        #expect((options.times == "t") == words.contains("--times=t"))
    }

    @Test("What shows no window does the same with a browser")
    func browserWithoutWindow() {
        #expect(request(["--browser", "info", "a"]) == .command(.info, ["a"]))
        #expect(request(["--browser", "--help"]) == .help(nil))
        #expect(request(["info", "a", "--browser"]) == .usage(.unknownOption("--browser"), .info))
        #expect(request(["--browser=1"]) == .usage(.unexpectedValue(option: "--browser"), nil))
        for display in [["--display", ":1"], ["--display=:1"]] {
            #expect(request(display + ["--browser"]) == .usage(.exclusiveOptions("--browser", "--display"), nil))
        }
    }

    @Test("A program without even a name for itself shows its window")
    func noArguments() {
        guard case .window = Invocation([]) else {
            Issue.record("no window")
            return
        }
    }
}
