//! Words of other languages in tags. Knows no date and no game.
use super::GameResult;
use crate::board::Side;

/// Names of the roster's tags in English, Italian, French, Dutch, German, Spanish, Portuguese, Russian and Polish, folded. Of
/// several in one game the first of the list counts: a whole date before a year.
const FOREIGN: [(&str, &[&str]); 7] = [
    (
        "Event",
        &[
            "tournament",
            "turnir",
            "evento",
            "evenement",
            "torneo",
            "tournoi",
            "toernooi",
            "turnier",
            "torneio",
            "турнир",
            "turniej",
            "manifestazione",
            "gara",
            "campionato",
            "competizione",
            "championnat",
            "competition",
            "concours",
            "kampioenschap",
            "wedstrijd",
            "competitie",
            "veranstaltung",
            "ereignis",
            "meisterschaft",
            "campeonato",
            "competicao",
            "competicion",
            "событие",
            "соревнование",
            "соревнования",
            "чемпионат",
            "wydarzenie",
            "zawody",
            "impreza",
            "dati",
        ],
    ),
    (
        "Site",
        &[
            "luogo",
            "sede",
            "citta",
            "lieu",
            "ville",
            "plaats",
            "ort",
            "lugar",
            "local",
            "место",
            "город",
            "miejsce",
        ],
    ),
    (
        "Date",
        &[
            "data", "datum", "fecha", "дата", "anno", "annee", "jaar", "jahr", "ano", "год", "rok",
        ],
    ),
    (
        "Round",
        &[
            "rnd",
            "tur",
            "kolejka",
            "turno",
            "giornata",
            "ronde",
            "tour",
            "runde",
            "ronda",
            "rodada",
            "тур",
            "раунд",
            "круг",
            "runda",
        ],
    ),
    (
        "White",
        &[
            "white",
            "belye",
            "bianco",
            "bianchi",
            "blancs",
            "blanc",
            "wit",
            "weiss",
            "blancas",
            "blanco",
            "brancas",
            "branco",
            "белые",
            "белыми",
            "biale",
            "bialy",
        ],
    ),
    (
        "Black",
        &[
            "black",
            "chernye",
            "nero",
            "neri",
            "noirs",
            "noir",
            "zwart",
            "schwarz",
            "negras",
            "negro",
            "pretas",
            "preto",
            "черные",
            "черными",
            "czarne",
            "czarny",
        ],
    ),
    (
        "Result",
        &[
            "score",
            "rezultat",
            "esito",
            "итог",
            "risultato",
            "resultat",
            "uitslag",
            "resultaat",
            "ergebnis",
            "resultado",
            "результат",
            "wynik",
        ],
    ),
];

/// Returns for each tag of the roster its names in other languages, as [`folded`] gives them.
pub(super) fn foreign() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    FOREIGN.into_iter()
}

/// Words that a tag of a person may have beside the colour: "WhitePlayer", "Giocatore_Bianco".
const PERSON: [&str; 12] = [
    "player",
    "giocatore",
    "joueur",
    "speler",
    "spieler",
    "jugador",
    "jogador",
    "gracz",
    "игрок",
    "naam",
    "name",
    "nome",
];

/// Returns the name of a tag in small letters without accents and signs, and without a word such as "player".
pub(super) fn tag_name(name: &str) -> String {
    let name = folded(name).replace(['_', '-'], "");
    let bare = |word: &&str| {
        let colour = name.strip_prefix(word).or_else(|| name.strip_suffix(word));
        colour.filter(|colour| !colour.is_empty()).map(str::to_owned)
    };
    PERSON.iter().find_map(bare).unwrap_or(name)
}

/// Words for a draw, folded.
const DRAW: [&str; 14] = [
    "draw",
    "drawn",
    "remise",
    "remis",
    "nulle",
    "nul",
    "gelijk",
    "gelijkspel",
    "unentschieden",
    "patta",
    "pari",
    "empate",
    "tablas",
    "ничья",
];

/// Beginnings of the words by which a colour wins, folded.
const WINS: [&str; 12] = [
    "win",
    "won",
    "gagn",
    "gewinn",
    "gewonn",
    "vinc",
    "vitor",
    "gana",
    "ganh",
    "выигр",
    "побед",
    "wygr",
];

/// Returns the result that a tag gives in words: "White wins", "remise", "Bianco vince".
pub(super) fn result(text: &str) -> Option<GameResult> {
    let text = folded(text);
    let words = text.split(|letter: char| !letter.is_alphabetic());
    let mut side = None;
    let mut wins = false;
    let colour = |standard: &str, word: &str| {
        FOREIGN
            .iter()
            .any(|(tag, names)| *tag == standard && names.contains(&word))
    };
    for word in words.filter(|word| !word.is_empty()) {
        if DRAW.contains(&word) {
            return Some(GameResult::Draw);
        }
        wins |= WINS.iter().any(|begin| word.starts_with(begin));
        let named = if colour("White", word) {
            Some(Side::White)
        } else if colour("Black", word) {
            Some(Side::Black)
        } else {
            None
        };
        if named.is_some() && side.is_some() && named != side {
            return None;
        }
        side = side.or(named);
    }
    side.filter(|_| wins).map(GameResult::Win)
}

/// Returns a word in small letters without accents.
pub(super) fn folded(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    for letter in word.chars().flat_map(char::to_lowercase) {
        match letter {
            'à'..='å' | 'ą' => text.push('a'),
            'ç' | 'ć' => text.push('c'),
            'è'..='ë' | 'ę' => text.push('e'),
            'ì'..='ï' => text.push('i'),
            'ł' => text.push('l'),
            'ñ' | 'ń' => text.push('n'),
            'ò'..='ö' => text.push('o'),
            'ß' => text.push_str("ss"),
            'ś' => text.push('s'),
            'ù'..='ü' => text.push('u'),
            'ź' | 'ż' => text.push('z'),
            'ё' => text.push('е'),
            other => text.push(other),
        }
    }
    text
}
