//! Live captions: paint-on word by word, roll-up row by row.

mod diff;
mod items;
mod layout;
mod model;
mod options;
mod patch;
mod place;
mod row;

pub use items::Word;
pub use layout::LiveLayout;
pub use model::LiveModel;
pub use options::LiveOptions;
pub use patch::{Key, LivePatch};
pub use row::{Item, Row};
