"""The command line: arguments, output and exit codes, one module a launcher. No logic lives here."""
