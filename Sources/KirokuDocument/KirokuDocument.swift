// Importing this module also provides tables and their records.

@_exported import KirokuTable
