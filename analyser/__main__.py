"""`python -m analyser` is the command `reversis`."""

from analyser.cli.main import main

if __name__ == "__main__":
    main()
