//! Bindings of the layout types for the web.
