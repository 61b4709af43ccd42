/// The units that make a number an amount of money.
enum CurrencyWords {
    /// Whether a text, without blanks around it, is the sign of a currency: `€`, `US$`, `CHF`, `kr`, `円`.
    static func contains(_ text: String) -> Bool {
        if words.contains(text) { return true }
        // There may be letters for the country, as in A$ and R$.
        return text.count <= 4 && text.count(where: \.isCurrencySymbol) == 1
            && text.allSatisfy { $0.isCurrencySymbol || $0.isASCII && $0.isLetter }
    }

    /// The units of currencies whose amounts are whole numbers.
    static let haveNoDecimals: Set<String> = ["円", "JPY", "원", "₩", "KRW"]

    /// Codes of ISO 4217 that are not also usual words or abbreviations, and what people write instead of a sign.
    private static let words: Set<String> = [
        "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF",
        "IDR", "ILS", "INR", "ISK", "JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PKR", "PLN", "RON", "RSD", "RUB",
        "SAR", "SEK", "SGD", "THB", "TWD", "UAH", "USD", "VND", "ZAR",
        "kr", "kr.", "Kč", "Ft", "zł", "lei", "лв", "лв.", "руб", "руб.", "грн", "Fr.", "SFr.", "Rs", "Rs.", "Rp", "TL",
        "円", "元", "원",
    ]
}
