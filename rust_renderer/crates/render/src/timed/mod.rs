//! Timed captions: cues, the moment of the media, and where they stand in the picture.

mod breaks;
mod geometry;
mod index;
mod layout;
mod lines;
mod model;
mod options;
mod patch;
mod place;
mod places;
mod region;
mod runs;

pub use geometry::Box;
pub use layout::TimedLayout;
pub use lines::Line;
pub use model::TimedModel;
pub use options::TimedOptions;
pub use patch::{ShownCue, TimedPatch};
pub use runs::Run;
