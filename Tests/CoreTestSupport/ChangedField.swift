import KirokuCore

extension Document {
    /// Changes what a field is, by the plan that the sheet of the fields makes.
    public func change(_ field: FieldID, _ body: (inout FieldDraft) -> Void) async throws {
        var drafts = table.schema.fields.map { FieldDraft($0) }
        for index in drafts.indices where drafts[index].origin == field { body(&drafts[index]) }
        try apply(try await FieldsPlan(drafts, for: table.schema).step(for: table))
    }
}
