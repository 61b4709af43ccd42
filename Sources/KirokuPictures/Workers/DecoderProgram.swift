import KirokuCore

/// The program that decodes pictures, which runs as a separate process so that a picture can crash only that.
public enum DecoderProgram {
    /// The name of the program's file.
    public static let name = "kiroku-picture-decoder"

    /// The path of the decoder that belongs to the running program.
    public static var path: String { ProgramPlace().path(of: name) }
}
