//! Words of other languages in tags. Knows no date and no game.

/// Names of the roster's tags in Italian, French, Dutch, German, Spanish, Portuguese, Russian and Polish, folded. Of
/// several in one game the first of the list counts: a whole date before a year.
const FOREIGN: [(&str, &[&str]); 7] = [
    (
        "Event",
        &[
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
