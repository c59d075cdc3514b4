"""``python -m surtitle`` is the same program as ``surtitle``."""

from surtitle.cli import main

if __name__ == "__main__":
    main()
