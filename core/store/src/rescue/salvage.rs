//! Collects every row that the pages of a damaged file still have: first down from the roots, then on every
//! page that no other page leads to.
use super::pages::{MAGIC, Pages, number};
use super::record::{Page, PageKind, Row};
use super::shape::TableShape;
use rusqlite::Connection;
use rusqlite::types::Value;
use std::collections::{HashMap, HashSet};

/// Root pages of tables and indexes, by name.
pub(super) struct Roots {
    listed: HashMap<String, u32>,
    /// Root pages in a new store, and in every store that was not upgraded with games in it.
    usual: HashMap<String, u32>,
}

impl Roots {
    fn of(&self, name: &str) -> Option<u32> {
        self.listed.get(name).or_else(|| self.usual.get(name)).copied()
    }

    /// True if the file's list can be read and has none of these tables.
    pub(super) fn are_of_another_program(&self, tables: &[TableShape]) -> bool {
        !self.listed.is_empty() && !tables.iter().any(|table| self.listed.contains_key(&table.name))
    }
}

/// Damage seen while reading.
#[derive(Default)]
pub(super) struct Seen {
    /// Tables with at least one unreadable page.
    pub(super) broken: HashSet<String>,
    /// Pages with a person's rows, and how many of them cannot be read completely.
    pub(super) pages: u32,
    pub(super) unreadable: u32,
}

/// Returns the tables and indexes that a file lists, each with its SQL.
pub(super) fn listed(pages: &mut Pages) -> Vec<(String, String)> {
    let mut listed = Vec::new();
    Salvage::new(pages).walk(1, true, None, &mut |row| {
        if let [_, Value::Text(name), _, _, Value::Text(text)] = row.values.as_slice() {
            listed.push((name.clone(), text.clone()));
        }
        Taken::Yes
    });
    listed
}

pub(super) struct Salvage<'a> {
    pages: &'a mut Pages,
    /// Pages that were read or belong to a row that was read.
    claimed: Vec<bool>,
    pub(super) seen: Seen,
}

impl<'a> Salvage<'a> {
    pub(super) fn new(pages: &'a mut Pages) -> Self {
        let claimed = vec![false; pages.count() as usize + 1];
        let seen = Seen::default();
        Self { pages, claimed, seen }
    }

    /// Returns the roots that the file lists, with those of a new store for the ones missing from the list.
    pub(super) fn roots(&mut self, new: &Connection) -> rusqlite::Result<Roots> {
        let mut listed = HashMap::new();
        self.walk(1, true, None, &mut |row| {
            if let [_, Value::Text(name), _, Value::Integer(root), ..] = row.values.as_slice()
                && let Ok(root) = u32::try_from(*root)
            {
                listed.insert(name.clone(), root);
            }
            Taken::Yes
        });
        let mut usual = new.prepare("SELECT name, rootpage FROM sqlite_schema")?;
        let usual = usual.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let usual = usual.collect::<Result<_, _>>()?;
        Ok(Roots { listed, usual })
    }

    /// Passes the rows of an index to `take`.
    pub(super) fn index(&mut self, roots: &Roots, name: &str, take: &mut dyn FnMut(Vec<Value>)) {
        if let Some(root) = roots.of(name) {
            self.walk(root, false, None, &mut |row| {
                take(row.values);
                Taken::Yes
            });
        }
    }

    /// Passes the rows of every table to `take`. Of two rows with the same key the first one passed is the
    /// newer.
    pub(super) fn tables(
        &mut self,
        roots: &Roots,
        tables: &[TableShape],
        take: &mut dyn FnMut(&TableShape, Row),
    ) {
        for table in tables.iter().filter(|table| !table.is_derived) {
            // A guessed root may be another page by now, with rows of another form.
            let root = roots.of(&table.name).unwrap_or(0);
            self.walk(root, table.has_rowid, Some(&table.name), &mut |row| {
                if !table.fits(&row) {
                    return Taken::No;
                }
                take(table, row);
                Taken::Yes
            });
        }
        // Free pages and index pages belong to no table. Of the derived tables only `theme` looks like
        // another table.
        self.walk(roots.of("theme").unwrap_or(0), true, None, &mut |_| Taken::Yes);
        for name in roots.listed.keys().chain(roots.usual.keys()) {
            if !tables.iter().any(|table| table.name == *name) {
                self.index(roots, name, &mut |_| {});
            }
        }
        self.claim_free();
        self.orphans(tables, take);
    }

    /// Claims a page; false if it was claimed before or does not exist.
    fn claim(&mut self, page: u32) -> bool {
        match self.claimed.get_mut(page as usize) {
            Some(claimed) if page > 0 => !std::mem::replace(claimed, true),
            _ => false,
        }
    }

    /// Walks down from a root, pages in order. Damage is recorded if the tree is `named`.
    fn walk(&mut self, root: u32, with_rowid: bool, named: Option<&str>, take: &mut dyn FnMut(Row) -> Taken) {
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            let page = self.pages.read(at).filter(|_| self.claim(at));
            let page = page.map(|bytes| Page::new(at, bytes));
            let (interior, leaf) = if with_rowid {
                (PageKind::TableInterior, PageKind::TableLeaf)
            } else {
                (PageKind::IndexInterior, PageKind::IndexLeaf)
            };
            let sound = match page {
                None => false,
                Some(page) => {
                    let is_interior = page.kind() == Some(interior);
                    let knows_itself = is_interior || page.kind() == Some(leaf);
                    // Its parent and neighbours say which kind of page it must be.
                    let guessed = !knows_itself && named.is_some();
                    let page = if guessed { page.into_leaf(with_rowid) } else { page };
                    if is_interior {
                        stack.extend(page.children().into_iter().rev());
                    }
                    let (taken, refused) = if is_interior && with_rowid || !knows_itself && !guessed {
                        (0, 0)
                    } else {
                        self.take_rows(&page, take)
                    };
                    // The page belongs to another table and was reached by a wrong number. That table may
                    // still find it.
                    if !is_interior && taken == 0 && (refused > 0 || !knows_itself) {
                        self.claimed[at as usize] = false;
                    }
                    knows_itself && refused == 0
                }
            };
            if let Some(name) = named {
                self.seen.pages += 1;
                if !sound {
                    self.seen.unreadable += 1;
                    self.seen.broken.insert(name.to_owned());
                }
            }
        }
    }

    /// Returns the number of rows taken from a page, and of unreadable cells.
    fn take_rows(&mut self, page: &Page, take: &mut dyn FnMut(Row) -> Taken) -> (u32, u32) {
        let (mut taken, mut refused) = (0, 0);
        for index in 0..page.cells() {
            let Some(mut row) = page.row(index, self.pages) else {
                refused += 1;
                continue;
            };
            let (cut, more) = (row.cut, std::mem::take(&mut row.more));
            match take(row) {
                Taken::Yes => {
                    taken += 1;
                    refused += u32::from(cut);
                    for page in more {
                        self.claim(page);
                    }
                }
                Taken::No => refused += 1,
            }
        }
        (taken, refused)
    }

    /// Claims the free pages: they still have deleted rows.
    fn claim_free(&mut self) {
        let Some(first) = self.pages.read(1).filter(|page| page.starts_with(MAGIC)) else {
            return;
        };
        let mut next = number(&first, 32, 4);
        while let Some(trunk) = self.pages.read(next).filter(|_| self.claim(next)) {
            let room = trunk.len() / 4 - 2;
            for leaf in 0..(number(&trunk, 4, 4) as usize).min(room) {
                self.claim(number(&trunk, 8 + 4 * leaf, 4));
            }
            next = number(&trunk, 0, 4);
        }
    }

    /// Reads the pages that no page leads to. They can only belong to a broken table.
    fn orphans(&mut self, tables: &[TableShape], take: &mut dyn FnMut(&TableShape, Row)) {
        let broken: Vec<&TableShape> = tables
            .iter()
            .filter(|table| self.seen.broken.contains(&table.name))
            .collect();
        if broken.is_empty() {
            return;
        }
        for at in 1..=self.pages.count() {
            if self.claimed[at as usize] {
                continue;
            }
            let Some(page) = self.pages.read(at).map(|bytes| Page::new(at, bytes)) else {
                continue;
            };
            let with_rowid = match page.kind() {
                Some(PageKind::TableLeaf) => true,
                Some(PageKind::IndexLeaf | PageKind::IndexInterior) => false,
                Some(PageKind::TableInterior) | None => continue,
            };
            let mut rows = Vec::new();
            self.take_rows(&page, &mut |row| {
                rows.push(row);
                Taken::Yes
            });
            let fitting = |table: &&&TableShape| {
                let fits = rows.iter().filter(|row| table.fits(row)).count();
                table.has_rowid == with_rowid && fits > rows.len() / 2
            };
            let mut whose = broken.iter().filter(fitting);
            // Rows that look like those of two tables are skipped: a wrong name is worse than none.
            if let (Some(table), None) = (whose.next(), whose.next()) {
                self.claim(at);
                for row in rows {
                    if table.fits(&row) {
                        take(table, row);
                    }
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Yes,
    No,
}
