"""The web: the WebSocket door, and the pages."""
