//! Values of the core as plain JavaScript objects, and back.

use serde::{Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// A value as a plain object: fields are properties, maps are objects.
pub(crate) fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    let serializer = Serializer::new().serialize_maps_as_objects(true);
    value
        .serialize(&serializer)
        .map_err(|error| JsError::new(&message(error)))
}

/// A value from a plain object; the error says that `what` is wrong, and how.
pub(crate) fn from_js<T: DeserializeOwned>(value: JsValue, what: &str) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| JsError::new(&format!("{what}: {}", message(error))))
}

/// What went wrong, without the name of the JavaScript class before it.
fn message(error: serde_wasm_bindgen::Error) -> String {
    let error = JsValue::from(error);
    let said = error.dyn_ref::<js_sys::Error>().map(js_sys::Error::message);
    said.map_or_else(|| format!("{error:?}"), String::from)
}

/// Options from a plain object; nothing given means the defaults. A key that the options do not
/// have is an error: reading alone would pass over it.
pub(crate) fn options<T>(value: JsValue, what: &str) -> Result<T, JsError>
where
    T: DeserializeOwned + Serialize + Default,
{
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    let known = js_sys::Object::keys(&to_js(&T::default())?.into());
    if let Some(object) = value.dyn_ref::<js_sys::Object>() {
        for key in js_sys::Object::keys(object).iter() {
            if !known.includes(&key, 0) {
                let (key, known) = (key.as_string().unwrap_or_default(), known.join(", "));
                return Err(JsError::new(&format!(
                    "{what}: there is no \"{key}\"; there are {known}"
                )));
            }
        }
    }
    from_js(value, what)
}
