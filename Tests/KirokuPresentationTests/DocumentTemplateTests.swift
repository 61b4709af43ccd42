import KirokuCore
import Testing

@testable import KirokuPresentation

@Suite("Templates of documents")
struct DocumentTemplateTests {
    private static let values: [String: PropertyValue] = [
        "name": .string("Scores"), "name[ja]": .string("得点"), "description": .string("Who won."),
        "fields": .array([
            .dictionary(["name": .string("Name"), "name[ja]": .string("名前"), "type": .string("string")]),
            .dictionary(["name": .string("Points"), "type": .string("float"), "initial": .string("0")]),
            .dictionary(["name": .string("Photo"), "type": .string("string"), "picture": .bool(true)]),
        ]),
    ]

    @Test("Texts are in the first language that has them, and otherwise in English")
    func languages() throws {
        let english = try #require(DocumentTemplate(Self.values, languages: ["de", "C"]))
        #expect(english.name == "Scores")
        let japanese = try #require(DocumentTemplate(Self.values, languages: ["fr", "ja_JP", "ja"]))
        #expect(japanese.name == "得点")
        #expect(japanese.explanation == "Who won.")
        #expect(japanese.fields.map(\.name) == ["名前", "Points", "Photo"])
    }

    @Test("Fields have type, initial value and mark")
    func fields() throws {
        let template = try #require(DocumentTemplate(Self.values, languages: []))
        #expect(
            template.fields == [
                FieldDraft(name: "Name"), FieldDraft(name: "Points", type: .float, initialText: "0"),
                FieldDraft(name: "Photo", isPicture: true),
            ])
        let schema = try FieldsPlan(template.fields, for: Schema()).newSchema()
        #expect(schema.fields.map(\.type) == [.string, .float, .string])
        #expect(schema[1].initialValue == .float(0))
        #expect(schema.fields.map(\.isPicture) == [false, false, true])
        var table = RecordTable(schema: schema)
        table.addRecord()
        #expect(table[0, 1] == .float(0))
    }

    @Test(
        "What is no template is none",
        arguments: [
            ("name", nil), ("name", .int(1)), ("fields", nil), ("fields", .array([])),
            ("fields", .array([.string("Name")])), ("fields", .array([.dictionary(["name": .string("A")])])),
            ("fields", .array([.dictionary(["name": .string("A"), "type": .string("picture")])])),
        ] as [(String, PropertyValue?)])
    func malformed(key: String, value: PropertyValue?) {
        var values = Self.values
        values[key] = value
        #expect(DocumentTemplate(values, languages: []) == nil)
    }

    @Test("Choices have colours, and records are read in the language of the fields")
    func records() throws {
        let template = try #require(DocumentTemplate(Self.sample, languages: ["ja"]))
        #expect(template.fields[1].options.map(\.text) == ["城", "寺"])
        #expect(template.fields[1].options.map(\.mark) == [.blue, .orange])
        #expect(template.records == [["姫路城", "城", "1000.50"], ["Kinkaku-ji", "", ""]])
        let table = try template.table()
        #expect(table.rowTexts == [["姫路城", "城", "1000.50"], ["Kinkaku-ji", "", ""]])
        #expect(table.unfitCount == 0)
        #expect(table.schema.fields.map(\.type) == [.string, .choice, .decimal])
        let plain = try #require(DocumentTemplate(Self.values, languages: []))
        #expect(plain.records.isEmpty)
        #expect(try plain.table().count == 0)
    }

    private static let sample: [String: PropertyValue] = [
        "name": .string("Sights"),
        "fields": .array([
            .dictionary(["name": .string("Place"), "name[ja]": .string("場所"), "type": .string("string")]),
            .dictionary([
                "name": .string("Kind"), "type": .string("choice"), "choices": .string("Castle; Temple"),
                "choices[ja]": .string("城; 寺"), "marks": .array([.string("blue"), .string("orange")]),
            ]),
            .dictionary(["name": .string("Admission"), "type": .string("decimal")]),
        ]),
        "records": .array([
            .dictionary([
                "Place": .string("Himeji"), "Place[ja]": .string("姫路城"), "Kind": .string("Castle"),
                "Kind[ja]": .string("城"), "Admission": .string("1000.50"),
            ]),
            .dictionary(["Place": .string("Kinkaku-ji")]),
        ]),
    ]

    @Test(
        "Records of fields that there are not, and colours that there are not, make no template",
        arguments: [
            ("records", .string("Himeji")), ("records", .array([.string("Himeji")])),
            ("records", .array([.dictionary(["場所": .string("Himeji")])])),
            ("fields", .array([.dictionary(coloured("blue"))])),
            ("fields", .array([.dictionary(coloured("blue", "x"))])),
        ] as [(String, PropertyValue)])
    func malformedRecords(key: String, value: PropertyValue) {
        var values = Self.sample
        if key == "fields" { values["records"] = nil }
        values[key] = value
        #expect(DocumentTemplate(values, languages: []) == nil)
    }

    private static func coloured(_ marks: String...) -> [String: PropertyValue] {
        [
            "name": .string("Kind"), "type": .string("choice"), "choices": .string("Castle; Temple"),
            "marks": .array(marks.map { .string($0) }),
        ]
    }

    @Test("Fields that cannot be are refused")
    func refused() {
        let wrong: [([FieldDraft], TableError)] = [
            ([], .noFields), ([FieldDraft()], .emptyFieldName),
            ([FieldDraft(name: "A"), FieldDraft(name: "A")], .repeatedFieldName("A")),
            (
                [FieldDraft(name: "A", type: .int, initialText: "x")],
                .unfittingValue(field: "A", type: .int)
            ),
        ]
        for (drafts, error) in wrong {
            #expect(throws: error) { try FieldsPlan(drafts, for: Schema()).newSchema() }
        }
    }
}

extension RecordTable {
    /// What the cells show, record by record.
    fileprivate var rowTexts: [[String]] {
        (0..<count).map { record in (0..<schema.count).map { displayText(record, $0) } }
    }
}
