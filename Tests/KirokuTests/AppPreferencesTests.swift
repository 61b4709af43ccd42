import KirokuCore
import KirokuPresentation
import Testing

@testable import Kiroku

@MainActor
@Suite("What the user prefers")
struct AppPreferencesTests {
    private func preferences(_ values: [String: PropertyValue] = [:]) -> AppPreferences {
        let version = PropertyValue.int(PreferenceKeys.version)
        return AppPreferences(link: MemoryLink(["version": version, "values": .dictionary(values)]))
    }

    @Test("A dialog that is tried begins as the program's dialogs are by default")
    func dialogDraft() {
        #expect(DialogDraft().look == preferences().dialogLook)
    }

    @Test("Everything has a default")
    func defaults() {
        let preferences = preferences()
        #expect(preferences.language == .system)
        #expect(preferences.theme == .system)
        #expect(preferences.gridTextScale == 1)
        #expect(preferences.copyOptions == SeparatedText.WritingOptions())
        #expect(preferences.dateStyle == .ofLocale)
        #expect(preferences.backupPolicy == .usual)
        #expect(preferences.pictureFolders == [])
        #expect(preferences.dialogLook.layout == SheetLayout(size: .s2, x: .l3, y: .l3))
        #expect(preferences.dialogLook.slideTime.seconds == 0.2)
        #expect(preferences.values.takeNotice() == nil)
    }

    @Test("Values that mean nothing count as the defaults, and numbers stay in their range")
    func nonsense() {
        let preferences = preferences([
            "language": .string("xx"), "theme": .string("purple"), "grid text size": .int(-5),
            "decimal sign": .string(""), "backup interval": .int(3), "backups kept": .int(0),
            "dialog size": .int(7), "dialog x": .int(-1), "dialog y": .int(.max), "slide time": .real(99),
        ])
        #expect(preferences.language == .system)
        #expect(preferences.theme == .system)
        #expect(preferences.gridTextScale == 0.5)
        #expect(preferences.copyOptions == SeparatedText.WritingOptions())
        #expect(preferences.backupPolicy?.interval == 3_600)
        #expect(preferences.backupPolicy?.count == 1)
        #expect(preferences.dialogLook == .usual)
    }

    @Test("What is kept comes back")
    func keeping() throws {
        let link = MemoryLink<[String: PropertyValue]>()
        let preferences = AppPreferences(link: link)
        let look = DialogLook(layout: SheetLayout(size: .s, x: .l3, y: .m), slideTime: .usual)
        preferences.set(look)
        preferences.set(pictureFolders: ["/a", "/b\nc"])
        preferences.set(false, for: PreferenceKeys.copiesHeader)
        preferences.set(DecimalSignChoice.comma.rawValue, for: PreferenceKeys.decimalSign)
        preferences.set(BackupIntervalChoice.never.rawValue, for: PreferenceKeys.backupInterval)
        try preferences.values.save()
        let again = AppPreferences(link: link)
        #expect(again.dialogLook == look)
        #expect(again.pictureFolders == ["/a", "/b\nc"])
        #expect(again.copyOptions.header == false)
        #expect(again.copyOptions.style.decimalSign == .comma)
        #expect(again.backupPolicy == nil)
    }

    @Test("Each interval is one that backups can have")
    func intervals() throws {
        for choice in BackupIntervalChoice.allCases where choice != .never {
            let policy = try BackupPolicy(interval: Double(choice.rawValue) * 60, count: 10)
            #expect(policy.interval == Double(choice.rawValue) * 60)
        }
    }

    @Test("Choices have titles that differ")
    func titles() {
        #expect(Set(LanguageChoice.allCases.map(\.title)).count == 3)
        #expect(Set(ThemeChoice.allCases.map(\.title)).count == 3)
        #expect(Set(DecimalSignChoice.allCases.map(\.title)).count == 3)
        #expect(Set(BackupIntervalChoice.allCases.map(\.title)).count == BackupIntervalChoice.allCases.count)
    }

    @Test(
        "Paths come out of a list as they went in",
        arguments: [
            [], ["/"], ["/a b", "/日本"], ["/a\nb", "/c\\n", "/\\"], ["/n\\\nn"],
        ])
    func pathLists(paths: [String]) {
        #expect(PathList.paths(PathList.text(paths)) == paths)
    }

    @Test("What is no path in a list is left out")
    func badPaths() {
        #expect(PathList.paths("a\n\n/b\n\\") == ["/b"])
    }

    @Test("A caption stands on its button without the underscore of its mnemonic")
    func captions() {
        #expect("_Cancel".withoutMnemonic == "Cancel")
        #expect("a__b_c".withoutMnemonic == "a_bc")
    }
}
