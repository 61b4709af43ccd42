/// One message for the developers.
public struct Report: Sendable, Hashable {
    /// When it was reported.
    public let time: LocalTime
    /// Names the component and the call: "KRK_ST_RD".
    public let code: String
    /// What happened, in English.
    public let message: String

    /// Creates a report without sending it.
    public init(time: LocalTime, code: String, message: String) {
        self.time = time
        self.code = code
        self.message = message
    }

    /// The report as one line: `2015/05/20 20:24:50 ERROR:GBV_SA:appearance number out of range`.
    ///
    /// Spaces replace control characters, so that it remains one line.
    public var line: String { "\(time.text) ERROR:\(ShownText.oneLine(code)):\(ShownText.oneLine(message))" }
}
