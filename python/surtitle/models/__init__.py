"""The model store: what can be fetched, where it lies, and that it is whole."""
