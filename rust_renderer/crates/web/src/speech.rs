//! Bindings of the speech types for the web.
