/// Which Kiroku this is.
public enum Version {
    /// By Semantic Versioning; the one place where it stands.
    public static let current = "0.1.0"
}
