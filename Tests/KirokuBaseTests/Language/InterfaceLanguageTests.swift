import CoreTestSupport
import Foundation
import Testing

@testable import KirokuBase

@MainActor
@Suite("The language of the interface")
struct InterfaceLanguageTests {
    @Test("A language that is chosen counts at once, and English is what there is without one")
    func choosing() throws {
        let folder = try TemporaryFolder()
        let messages = folder.path("ja/LC_MESSAGES")
        try FileManager.default.createDirectory(atPath: messages, withIntermediateDirectories: true)
        let source = folder.path("ja.po")
        let header = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
        try Data((header + "msgid \"A test of languages\"\nmsgstr \"言語\"\n").utf8).write(to: URL(filePath: source))
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["msgfmt", "-o", messages + "/kiroku.mo", source]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)

        bindTranslations(to: folder.path)
        #expect(localized("A test of languages") == "A test of languages")
        InterfaceLanguage.use("ja")
        #expect(localized("A test of languages") == "言語")
        InterfaceLanguage.use("en")
        #expect(localized("A test of languages") == "A test of languages")
        InterfaceLanguage.use("ja")
        #expect(localized("A test of languages") == "言語")
        InterfaceLanguage.use(nil)
        #expect(localized("A test of languages") == "A test of languages")
    }
}
