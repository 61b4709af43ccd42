// Whoever imports this has tables and their records as well.

@_exported import KirokuTable
