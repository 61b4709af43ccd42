import Glibc

/// The greatest number of cells in a table read from text.
///
/// Very uneven lines can need far more cells than the text has bytes, so the excess must be noticed before memory runs
/// out.
enum CellLimit {
    /// As many as fit in half of this machine's memory.
    static let count = max(1, sysconf(Int32(_SC_PHYS_PAGES))) * max(1, sysconf(Int32(_SC_PAGESIZE))) / 2 / bytesPerCell

    /// A number, or the place of a text; most texts take no further memory.
    private static let bytesPerCell = 8
}
