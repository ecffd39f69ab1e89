//! Dates as people write them. Knows no game and no clock.
use super::words::folded;

/// A date read from a tag.
///
/// ```
/// use draughts::notation::pdn::read_date;
///
/// assert_eq!(read_date("25.11.2000").number, 20_001_125);
/// assert_eq!(read_date("17 april 2009").number, 20_090_417);
/// // The third of July 2020, or the twentieth of July 2003.
/// assert_eq!((read_date("03.07.20").number, read_date("03.07.20").certain), (0, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// Year, month and day as one number, 19980503; 0 for each unknown part, and for all if the year is unknown.
    pub number: u32,
    /// False if the text says more than the number, in a form that can be read in several ways or in none.
    pub certain: bool,
}

impl Date {
    const UNKNOWN: Date = Date {
        number: 0,
        certain: true,
    };

    fn new(year: u32, month: u32, day: u32) -> Date {
        let number = if month == 0 {
            year * 10_000
        } else {
            year * 10_000 + month * 100 + day
        };
        Date {
            number,
            certain: true,
        }
    }

    fn doubtful(self) -> Date {
        Date {
            certain: false,
            ..self
        }
    }
}

/// Years that a game may have. Anything else of four figures is no year.
const YEARS: std::ops::RangeInclusive<u32> = 1500..=2199;

/// Names of the months without accents: English, French, Dutch, German, Italian, Spanish, Portuguese, Russian and
/// Polish, the last two also in the genitive. Three letters or more of a name suffice if no other month begins so.
const MONTHS: [&[&str]; 12] = [
    &[
        "january",
        "janvier",
        "januari",
        "januar",
        "janner",
        "gennaio",
        "enero",
        "janeiro",
        "январь",
        "января",
        "styczen",
        "stycznia",
    ],
    &[
        "february",
        "fevrier",
        "februari",
        "februar",
        "febbraio",
        "febrero",
        "fevereiro",
        "февраль",
        "февраля",
        "luty",
        "lutego",
    ],
    &[
        "march",
        "mars",
        "maart",
        "mrt",
        "marz",
        "maerz",
        "marzo",
        "marco",
        "март",
        "марта",
        "marzec",
        "marca",
    ],
    &[
        "april",
        "avril",
        "aprile",
        "abril",
        "апрель",
        "апреля",
        "kwiecien",
        "kwietnia",
    ],
    &[
        "may", "mai", "mei", "maggio", "mayo", "maio", "май", "мая", "maj", "maja",
    ],
    &[
        "june", "juin", "juni", "giugno", "junio", "junho", "июнь", "июня", "czerwiec", "czerwca",
    ],
    &[
        "july", "juillet", "juli", "luglio", "julio", "julho", "июль", "июля", "lipiec", "lipca",
    ],
    &[
        "august",
        "aout",
        "augustus",
        "agosto",
        "август",
        "августа",
        "sierpien",
        "sierpnia",
    ],
    &[
        "september",
        "septembre",
        "settembre",
        "septiembre",
        "setiembre",
        "setembro",
        "сентябрь",
        "сентября",
        "wrzesien",
        "wrzesnia",
    ],
    &[
        "october",
        "octobre",
        "oktober",
        "ottobre",
        "octubre",
        "outubro",
        "октябрь",
        "октября",
        "pazdziernik",
        "pazdziernika",
    ],
    &[
        "november",
        "novembre",
        "noviembre",
        "novembro",
        "ноябрь",
        "ноября",
        "listopad",
        "listopada",
    ],
    &[
        "december",
        "decembre",
        "dezember",
        "dicembre",
        "diciembre",
        "dezembro",
        "декабрь",
        "декабря",
        "grudzien",
        "grudnia",
    ],
];

/// Roman numbers of the months, as in 25.XI.2000.
const ROMAN: [&str; 12] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
];

/// Words beside a lone year that change nothing.
const FILLERS: [&str; 12] = [
    "anno", "annee", "an", "ano", "jaar", "jahr", "year", "г", "год", "года", "rok", "r",
];

/// A number in a date. `value` is `None` for question marks.
#[derive(Clone, Copy, Debug)]
struct Number {
    value: Option<u32>,
    digits: usize,
}

impl Number {
    /// Returns the year of four figures.
    fn year(self) -> Option<u32> {
        self.value.filter(|year| self.digits == 4 && YEARS.contains(year))
    }

    /// Returns the year of two figures. Those from 30 to 49 may belong to either century.
    fn short_year(self) -> Option<u32> {
        match (self.digits, self.value?) {
            (2, year @ 0..=29) => Some(2000 + year),
            (2, year @ 50..=99) => Some(1900 + year),
            _ => None,
        }
    }

    fn is_unknown(self) -> bool {
        matches!(self.value, None | Some(0))
    }

    fn part(self) -> u32 {
        self.value.filter(|_| self.digits <= 2).unwrap_or(u32::MAX)
    }
}

/// The parts of a date as written.
#[derive(Debug, Default)]
struct Parts {
    numbers: Vec<Number>,
    /// Months by name, and the number of numbers before each.
    months: Vec<u32>,
    /// True if other words than fillers stand there.
    words: bool,
    /// True if the numbers are separated by dots.
    dotted: bool,
}

/// Reads a date: `2000.11.25` as in PDN, `25.11.2000`, `13-01-1996`, `17 april 2009`, `11 28 2026, 19:30:05`. Between
/// dots the day comes first. Of `05-06-1998` only the year is certain.
#[must_use]
pub fn read_date(text: &str) -> Date {
    // Nearly all dates of files.
    if let [a, b, c, d, b'.', e, f, b'.', g, h] = text.as_bytes()
        && [a, b, c, d, e, f, g, h].iter().all(|byte| byte.is_ascii_digit())
    {
        let number = |digits: &[&u8]| {
            digits
                .iter()
                .fold(0, |sum, &&digit| 10 * sum + u32::from(digit - b'0'))
        };
        let (year, month, day) = (number(&[a, b, c, d]), number(&[e, f]), number(&[g, h]));
        if YEARS.contains(&year) && is_day(year, month, day) {
            return Date::new(year, month, day);
        }
    }
    let parts = parts(text);
    match parts.months[..] {
        [] => by_numbers(&parts),
        [month] => by_name(&parts, month),
        _ => only_year(&parts),
    }
}

/// Splits a text into numbers and words. A time such as 19:30 is left out.
fn parts(text: &str) -> Parts {
    let mut parts = Parts::default();
    for chunk in text.split(|letter: char| letter.is_whitespace() || letter == ',') {
        // "2009-04-17T19:30:00Z"
        let chunk = match chunk.split_once('T') {
            Some((day, time)) if time.contains(':') => day,
            _ if chunk.contains(':') => continue,
            _ => chunk,
        };
        parts.dotted |= chunk.contains('.') && !chunk.contains(['-', '/']);
        let mut rest = chunk;
        while let Some(first) = rest.chars().next() {
            let of = |is: fn(char) -> bool| rest.find(|letter| !is(letter)).unwrap_or(rest.len());
            let end = match first {
                '0'..='9' | '?' => of(|letter| letter.is_ascii_digit() || letter == '?'),
                letter if letter.is_alphabetic() => of(char::is_alphabetic),
                other => other.len_utf8(),
            };
            let at = chunk.len() - rest.len();
            let (part, after) = rest.split_at(end);
            rest = after;
            if first.is_alphabetic() {
                let word = folded(part);
                match month(&word) {
                    Some(month) => parts.months.push(month),
                    // "1er", "17th"
                    None if chunk[..at].ends_with(|letter: char| letter.is_ascii_digit()) => {}
                    None => parts.words |= !FILLERS.contains(&&*word),
                }
            } else if first.is_ascii_digit() || first == '?' {
                // "1996?" is a guess.
                parts.words |= part.len() > 4 && part.trim_end_matches('?').len() == 4;
                parts.numbers.push(Number {
                    value: part.parse().ok(),
                    digits: part.len(),
                });
            }
        }
    }
    parts
}

/// Returns the month of a folded name, of the beginning of one, or of a Roman number.
fn month(word: &str) -> Option<u32> {
    if let Some(at) = ROMAN.iter().position(|roman| *roman == word) {
        return Some(at as u32 + 1);
    }
    if word.chars().count() < 3 {
        return None;
    }
    if let Some(at) = MONTHS.iter().position(|names| names.contains(&word)) {
        return Some(at as u32 + 1);
    }
    let mut found = (1..)
        .zip(MONTHS)
        .filter(|(_, names)| names.iter().any(|name| name.starts_with(word)));
    let (month, _) = found.next()?;
    found.next().is_none().then_some(month)
}

fn is_day(year: u32, month: u32, day: u32) -> bool {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=12).contains(&month) && (1..=days).contains(&day)
}

/// Returns the year alone if there is only one.
fn only_year(parts: &Parts) -> Date {
    let mut years: Vec<u32> = parts.numbers.iter().filter_map(|number| number.year()).collect();
    years.dedup();
    match years[..] {
        [year] => Date::new(year, 0, 0).doubtful(),
        _ => Date::UNKNOWN.doubtful(),
    }
}

/// Reads a date whose month has a name: the year in four figures, or behind the day in two.
fn by_name(parts: &Parts, month: u32) -> Date {
    let known = |number: &&Number| !number.is_unknown();
    let numbers: Vec<Number> = parts.numbers.iter().filter(known).copied().collect();
    let (year, day) = match numbers[..] {
        [one] => (one.year(), None),
        [one, other] => match (one.year(), other.year()) {
            (Some(year), None) => (Some(year), Some(other)),
            (None, Some(year)) => (Some(year), Some(one)),
            (None, None) if (1..=31).contains(&one.part()) => (other.short_year(), Some(one)),
            (None, None) => (one.short_year(), Some(other)),
            _ => return only_year(parts),
        },
        _ => (None, None),
    };
    match (year, day) {
        (Some(year), None) => Date::new(year, month, 0),
        (Some(year), Some(day)) if is_day(year, month, day.part()) => Date::new(year, month, day.part()),
        (Some(year), Some(_)) => Date::new(year, month, 0).doubtful(),
        _ => match only_year(parts).number {
            0 => Date::UNKNOWN.doubtful(),
            year => Date::new(year / 10_000, month, 0).doubtful(),
        },
    }
}

fn by_numbers(parts: &Parts) -> Date {
    match parts.numbers[..] {
        [] => Date::UNKNOWN,
        [one] if one.digits == 8 => by_eight(one.value.unwrap_or(0)),
        // "circa 1950" is not 1950.
        [one] if parts.words => match one.value {
            None if one.digits <= 4 => Date::UNKNOWN,
            _ => Date::UNKNOWN.doubtful(),
        },
        [one] => match (one.year(), one.value) {
            (Some(year), _) => Date::new(year, 0, 0),
            (None, Some(_)) => Date::UNKNOWN.doubtful(),
            (None, None) => Date::UNKNOWN,
        },
        [_, _] if parts.words => only_year(parts),
        [one, other] => match (one.year(), other.year()) {
            (Some(year), None) => month_of(year, other),
            (None, Some(year)) => month_of(year, one),
            _ => only_year(parts),
        },
        // More numbers may be the last day of several.
        [one, two, three, ..] => by_three(parts, one, two, three),
    }
}

/// Reads a year with another number, which may be a month.
fn month_of(year: u32, other: Number) -> Date {
    match other.part() {
        _ if other.is_unknown() => Date::new(year, 0, 0),
        month @ 1..=12 => Date::new(year, month, 0),
        _ => Date::new(year, 0, 0).doubtful(),
    }
}

/// Reads `20001125` or `25112000`.
fn by_eight(number: u32) -> Date {
    let year_first = (number / 10_000, number / 100 % 100, number % 100);
    let year_last = (number % 10_000, number / 10_000 % 100, number / 1_000_000);
    let mut found = [year_first, year_last]
        .into_iter()
        .filter(|&(year, month, day)| YEARS.contains(&year) && is_day(year, month, day));
    match found.next() {
        Some((year, month, day)) => Date::new(year, month, day),
        None => Date::UNKNOWN.doubtful(),
    }
}

fn by_three(parts: &Parts, one: Number, two: Number, three: Number) -> Date {
    if let Some(year) = one.year() {
        return match (two.part(), three.part()) {
            _ if two.is_unknown() => Date::new(year, 0, 0),
            (month @ 1..=12, _) if three.is_unknown() => Date::new(year, month, 0),
            (month, day) if is_day(year, month, day) => Date::new(year, month, day),
            (month @ 1..=12, _) => Date::new(year, month, 0).doubtful(),
            _ => Date::new(year, 0, 0).doubtful(),
        };
    }
    // Question marks for the year.
    if one.value.is_none() && one.digits == 4 {
        return Date::UNKNOWN;
    }
    let reading = |year: Option<u32>, month: Number, day: Number| {
        let year = year?;
        let (month, day) = (month.part(), day.part());
        is_day(year, month, day).then(|| Date::new(year, month, day))
    };
    if let Some(year) = three.year() {
        if one.is_unknown() {
            return month_of(year, two);
        }
        let day_first = reading(Some(year), two, one);
        let month_first = reading(Some(year), one, two);
        return match (day_first, month_first) {
            (Some(date), _) if parts.dotted => date,
            (Some(date), None) | (None, Some(date)) => date,
            (Some(one), Some(other)) if one == other => one,
            _ => Date::new(year, 0, 0).doubtful(),
        };
    }
    let month_first = (!parts.dotted).then(|| reading(three.short_year(), one, two));
    let mut readings: Vec<Date> = [
        reading(three.short_year(), two, one),
        month_first.flatten(),
        reading(one.short_year(), two, three),
    ]
    .into_iter()
    .flatten()
    .collect();
    readings.sort_by_key(|date| date.number);
    readings.dedup();
    match readings[..] {
        [date] => date,
        [first, .., last] if first.number / 10_000 == last.number / 10_000 => {
            Date::new(first.number / 10_000, 0, 0).doubtful()
        }
        _ if [one, two, three].iter().all(|number| number.is_unknown()) => Date::UNKNOWN,
        _ => only_year(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(cases: &[(&str, u32)]) {
        for (text, number) in cases {
            assert_eq!(
                (read_date(text).number, read_date(text).certain),
                (*number, true),
                "{text}"
            );
        }
    }

    #[test]
    fn the_form_of_the_standard_is_read_with_unknown_parts() {
        certain(&[
            ("1998.05.03", 19_980_503),
            ("1998.05.??", 19_980_500),
            ("1998.??.03", 19_980_000),
            ("????.05.03", 0),
            ("????.??.??", 0),
            ("??.??.????", 0),
            ("0000.00.00", 0),
            ("1998.00.00", 19_980_000),
            ("199?.??.??", 0),
            ("1998", 19_980_000),
            ("1998.05", 19_980_500),
            ("1998-5-3", 19_980_503),
            ("1998/05/03", 19_980_503),
            ("20001125", 20_001_125),
            ("2003.10.15 - 2003.10.19", 20_031_015),
            ("", 0),
            ("?", 0),
            ("unknown", 0),
        ]);
    }

    #[test]
    fn people_begin_with_the_day_or_with_the_month() {
        certain(&[
            ("25.11.2000", 20_001_125),
            ("13-01-1996", 19_960_113),
            ("1.1.1987", 19_870_101),
            ("05.06.1998", 19_980_605),
            ("06-06-1998", 19_980_606),
            ("11 28 2026, 19:30:05", 20_261_128),
            ("11/28/2026", 20_261_128),
            ("28/11/2026 7:30 PM", 20_261_128),
            ("25112000", 20_001_125),
            ("??.05.1998", 19_980_500),
            ("05.1998", 19_980_500),
            ("25.11.98", 19_981_125),
            ("98.11.25", 19_981_125),
            ("31.12.99", 19_991_231),
            ("2009-04-17T19:30:00Z", 20_090_417),
            ("25.XI.2000", 20_001_125),
            ("za. 25.11.2000", 20_001_125),
        ]);
    }

    #[test]
    fn months_have_names_in_many_languages() {
        certain(&[
            ("17 april 2009", 20_090_417),
            ("April 17, 2009", 20_090_417),
            ("17-apr-2009", 20_090_417),
            ("Apr 17 2009 19:30", 20_090_417),
            ("1er août 1987", 19_870_801),
            ("le 3 février 1950", 19_500_203),
            ("13 Juil. 1998", 19_980_713),
            ("3 mrt 2004", 20_040_303),
            ("zaterdag 3 mei 2004", 20_040_503),
            ("3. März 2004", 20_040_303),
            ("5 maggio 2005", 20_050_505),
            ("17 de setembro de 2010", 20_100_917),
            ("17 сентября 1983 г.", 19_830_917),
            ("Май 1975", 19_750_500),
            ("17 września 2001", 20_010_917),
            ("17 apr 09", 20_090_417),
            ("2009 april 17", 20_090_417),
            ("december 1912", 19_121_200),
        ]);
    }

    #[test]
    fn a_date_that_can_be_read_in_two_ways_is_not_guessed() {
        for (text, number) in [
            ("03.07.20", 0),
            ("05-06-1998", 19_980_000),
            ("5/6/1998", 19_980_000),
            ("5/6/98", 19_980_000),
            ("1998.13.01", 19_980_000),
            ("1998.02.30", 19_980_200),
            ("31.02.1998", 19_980_000),
            ("17-19 april 2009", 20_090_400),
            ("1998/99", 19_980_000),
            ("circa 1950", 0),
            ("25.11.40", 0),
            ("3.7.1", 0),
            ("99999.1.1", 0),
            ("0025.11.03", 0),
            ("17 april", 0),
            ("3 jui 1998", 19_980_000),
            ("1996?", 0),
            ("2004-W05", 20_040_000),
        ] {
            let read = read_date(text);
            assert_eq!((read.number, read.certain), (number, false), "{text}");
        }
    }

    #[test]
    fn no_text_gives_a_year_before_1500() {
        let pieces = [
            "25", ".", "1", "-", "0017", "april", " ", "99", "/", "1448", "T", ":", "?", "мая", "II",
        ];
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    for d in pieces {
                        let number = read_date(&[a, b, c, d, a].concat()).number;
                        assert!(number == 0 || number >= 15_000_000, "{a}{b}{c}{d}{a}: {number}");
                    }
                }
            }
        }
    }
}
