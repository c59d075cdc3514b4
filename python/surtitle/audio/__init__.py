"""Audio in: any file or raw PCM to blocks of mono float32 at 16 kHz."""
