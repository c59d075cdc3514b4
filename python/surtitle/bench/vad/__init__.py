"""How well and how fast speech is told from everything else, beside Silero v6."""
