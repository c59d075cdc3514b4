"""The page in a real browser: driving it, and measuring it."""
