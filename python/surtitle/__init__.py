"""Surtitle puts live captions on any video, recognised on the viewer's own machine."""

__version__ = "0.1.0"
