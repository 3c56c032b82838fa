"""The command line: it parses, calls the library, prints, and turns errors into exit codes."""
