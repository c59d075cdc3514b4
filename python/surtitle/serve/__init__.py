"""The server of the page: static files, model files and a health check, on loopback."""
