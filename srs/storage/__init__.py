"""The database: tables, rows, queries. The only SQL of the project is below this folder."""
