import Glibc

/// The time zone of this machine, by the name that servers use.
enum LocalZone {
    /// The zone that the environment names, or else the system's.
    static var name: String {
        if let variable = getenv("TZ") {
            let name = String(cString: variable).drop { $0 == ":" }
            return name.isEmpty ? "UTC" : name.split(separator: "zoneinfo/").last.map(String.init) ?? "UTC"
        }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard realpath("/etc/localtime", &path) != nil else { return "UTC" }
        let target = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.firstRange(of: "zoneinfo/").map { String(target[$0.upperBound...]) } ?? "UTC"
    }
}
