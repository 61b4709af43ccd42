import KirokuCore
import KirokuPresentation
import TestSupport
import Testing

@testable import Kiroku

@Suite("The templates that ship with the program")
struct TemplateTests {
    private static var paths: [String] {
        get throws { try SourceTree.files(in: "Resources/templates").filter { $0.hasSuffix(".plist") } }
    }

    @Test("Each is among those that are offered")
    func offered() throws {
        let links = Links(directories: Directories(application: "kiroku"))
        #expect(links.templates.count == (try Self.paths.count))
        for link in links.templates { _ = try link.load() }
    }

    @Test("Each makes a table, in English and Japanese, and every name is in both")
    func languages() throws {
        #expect(try Self.paths.count > 2)
        for path in try Self.paths {
            let values = try DictionaryFileLink(path: SourceTree.root + "/" + path).load()
            let english = try #require(DocumentTemplate(values, languages: []))
            let japanese = try #require(DocumentTemplate(values, languages: ["ja"]))
            for (one, other) in zip(english.fields, japanese.fields) {
                #expect(one.name != other.name)
                #expect(one.type == other.type)
            }
            #expect(english.name != japanese.name)
            #expect(english.explanation != japanese.explanation)
            for template in [english, japanese] {
                #expect(try FieldsPlan(template.fields, for: Schema()).newSchema().count == english.fields.count)
            }
        }
    }
}
