//! An edit as JSON has it: one flat object, whatever its kind. What serde makes of the enum itself would be several times as long in the
//! module that every visitor loads.
use super::marks::MarkView;
use super::params::{EditView, GameResultView};
use crate::views::Squares;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum EditKind {
    Comment,
    Signs,
    Marks,
    Play,
    Cut,
    Promote,
    Tag,
    Result,
}

/// The fields of all kinds.
#[derive(Deserialize)]
pub(super) struct EditFields {
    kind: EditKind,
    node: Option<u32>,
    text: Option<String>,
    signs: Option<String>,
    marks: Option<Vec<MarkView>>,
    path: Option<Squares>,
    name: Option<String>,
    value: Option<String>,
    result: Option<GameResultView>,
}

impl TryFrom<EditFields> for EditView {
    type Error = &'static str;

    fn try_from(fields: EditFields) -> Result<Self, Self::Error> {
        let node = fields.node;
        let edit = match fields.kind {
            EditKind::Comment => fields.text.map(|text| Self::Comment { node, text }),
            EditKind::Signs => node
                .zip(fields.signs)
                .map(|(node, signs)| Self::Signs { node, signs }),
            EditKind::Marks => fields.marks.map(|marks| Self::Marks { node, marks }),
            EditKind::Play => fields.path.map(|path| Self::Play { node, path }),
            EditKind::Cut => node.map(|node| Self::Cut { node }),
            EditKind::Promote => node.map(|node| Self::Promote { node }),
            EditKind::Tag => fields.name.map(|name| Self::Tag {
                name,
                value: fields.value,
            }),
            EditKind::Result => fields.result.map(|result| Self::Result { result }),
        };
        edit.ok_or("a field of this kind of edit is missing")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_reads_as_it_is_written() {
        let node = Some(3);
        for edit in [
            EditView::Comment {
                node: None,
                text: "so".into(),
            },
            EditView::Signs {
                node: 3,
                signs: "!".into(),
            },
            EditView::Marks {
                node,
                marks: Vec::new(),
            },
            EditView::Play {
                node,
                path: vec![32, 28].into(),
            },
            EditView::Cut { node: 3 },
            EditView::Promote { node: 3 },
            EditView::Tag {
                name: "Event".into(),
                value: None,
            },
            EditView::Result {
                result: GameResultView::Draw,
            },
        ] {
            let text = serde_json::to_string(&edit).unwrap();
            assert_eq!(serde_json::from_str::<EditView>(&text).unwrap(), edit, "{text}");
        }
        for text in [
            r#"{"kind": "cut"}"#,
            r#"{"kind": "comment", "node": 3}"#,
            r#"{"kind": "other"}"#,
            r#"{"node": 3}"#,
        ] {
            assert!(serde_json::from_str::<EditView>(text).is_err(), "{text}");
        }
    }
}
