/// The version of Kiroku.
public enum Version {
    /// The version by Semantic Versioning; this is the only place that states it.
    public static let current = "0.1.0"
}
