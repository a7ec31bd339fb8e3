//! The kinds of faults, each with the words that `deckle explain` shows.

/// The name of a kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(&'static str);

impl Code {
    /// The name, as it stands in a message.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The kind of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        CODES.iter().map(|(code, _)| *code).find(|code| code.0 == name)
    }

    /// What the fault means and what to do about it.
    pub fn explanation(self) -> &'static str {
        CODES.iter().find(|(code, _)| *code == self).map_or("", |(_, words)| words)
    }
}

macro_rules! codes {
    ($($constant:ident = $name:literal, $words:literal;)*) => {
        impl Code {
            $(#[doc = $words] pub const $constant: Code = Code($name);)*
        }

        /// All kinds, in order of their names, with their explanations.
        pub const CODES: &[(Code, &str)] = &[$((Code::$constant, $words),)*];
    };
}

codes! {
    ACTION_UNUSED = "action-unused", "No policy ever chooses this action, so no playtest says anything of it. Put it into the `choose` of a policy, or remove it.";
    ALLOW_UNUSED = "allow-unused", "An `[[allow]]` of the manifest allows a finding that is not there any more. Remove it, so that it cannot hide a new one.";
    BAD_CHARACTER = "bad-character", "A cell holds a character that no drawing can carry, such as a control character. It often comes from a copy out of another program. Delete it in the cell that the message names.";
    BAD_ICON = "bad-icon", "A file in the game's `icons` folder is not an SVG drawing with a viewBox. Save it again as a plain SVG.";
    BAD_LENGTH = "bad-length", "A length is a number with a unit in quotes: `\"3 mm\"`, `\"0.125 in\"`, `\"9 pt\"`, `\"6.3 cm\"` or `\"750 px@300\"`. Decimals are written with a point, and a bare number is never guessed at.";
    BAD_NAME = "bad-name", "The name of a deck or a sheet also names files, on every system: small letters, digits and single hyphens.";
    BAD_SIZE = "bad-size", "A card size or paper is a name (`deckle list sizes`, `deckle list papers`), a measure such as `\"63 x 88 mm\"`, or one of the game's own in `[sizes]` or `[papers]`. Sides go from 5 to 1500 mm.";
    BAD_VALUE = "bad-value", "The value of a key in the manifest is not of the kind that the key takes. The message says what it takes.";
    BARE_ROW = "bare-row", "A row has a number of copies and nothing else, so its cards would be empty. It is usually left over from editing; delete the row, or set its copies to 0.";
    BOARD_CELL = "board-cell", "A row, a list or a path names a cell that the board does not have, or two rows or cells have one name. Names follow from `numbering`; the message says from where to where they go.";
    BOARD_CONNECTED = "board-connected", "Cells that `connected` says hang together do not: some cannot be reached from the others over neighbours that fulfil its condition.";
    BOARD_FIELD = "board-field", "The field of a board does not fit into its trim, or has too many cells. Hexagons are measured from side to side, for flat and for pointy tops.";
    BOARD_IMPORT = "board-import", "A map of Tiled or a list of text-mapper holds something that cannot be taken over exactly, or does not agree with what the manifest says of the board.";
    BOARD_PATH = "board-path", "A path of a board steps between cells that are no neighbours, or enters one that its `on` does not allow.";
    BOARD_SIDE = "board-side", "A feature along the sides of cells names a side that its cell does not have, or another cell behind it than the one that is there.";
    BOARD_VALUE = "board-value", "What stands in a column of a board's cells and the table that `values` names for it do not agree, one way or the other; or a cell breaks a condition of `must`.";
    CELL_ERROR = "cell-error", "A cell of a sheet shows an error such as `#REF!`, or holds a formula whose value is not in the file, because the program that wrote it does not work formulas out. Mend it in a spreadsheet program, and save the file there.";
    CELL_FORMAT = "cell-format", "A cell of a sheet has a number format that cannot be followed: names of days in another language than English, another calendar, digits of another script, or a day before the calendar begins. Days are then printed as 2026-11-30, and numbers in plain digits. Choose another format, or type what is meant as a text.";
    CHECK_FAILED = "check-failed", "Something that `[checks]` says must hold does not hold. The message gives what was found, whether it was computed exactly or played, and at how many games.";
    CHECK_UNDECIDED = "check-undecided", "So many games were played as the budget allows, and chance alone may still explain either answer. Give the check a larger `budget`, or a limit that lies farther from what was found. Games that were cut off after too many steps decide nothing either.";
    COMPONENT = "component", "The list of components and what is built do not agree: a count, or the total of a kind that `[rulebook]` claims, or a deck or card that does not exist.";
    COPIES = "copies", "The number of copies in a row is a whole number, 0 or more; 0 leaves the card out. Columns named count, copies, qty or quantity are known; another must be named by `copies` in the deck. A limit (1000 a row, `max_copies`) keeps a wrong column from printing a million cards.";
    DATA = "data", "A JSON or YAML file of cards is not well-formed, or is no list of objects, each with a value for every column: `[{\"name\": \"Wolf\", \"count\": 2}]`. A list in an object is named behind `#`: `cards = \"game.json#cards\"`.";
    DECK_RUNS_OUT = "deck-runs-out", "A pile runs out while cards must be drawn from it, by counting or in games that were played, and the manifest does not say what happens then. Where neither can tell, that is said, as a warning. Give the zone an `empty`: `reshuffle ZONE`, `stop` or `end`.";
    DRAW_EXCEEDS_DECK = "draw-exceeds-deck", "The set-up deals more cards than the pile holds, or a step draws more at once than there are.";
    DUPLICATE_HEADER = "duplicate-header", "Two columns have the same name, so a template could not say which it means. Rename one.";
    EMPTY_TABLE = "empty-table", "A card list needs a line of headers and at least one row that prints a card.";
    ENCODING = "encoding", "A text file should be UTF-8. Files of older spreadsheets are read as Windows-1252 with a warning, unless a part of them is UTF-8; say `encoding = \"windows-1252\"` in the deck to have it so, or save the file as UTF-8.";
    EXACTLY_ONE_OF = "exactly-one-of", "A card has none, or several, of values of which each card has exactly one. The groups stand in `exactly_one_of` of the notation.";
    EXPRESSION = "expression", "A check, a condition or a step of the rules cannot be read. The README's chapter on rules and `deckle list language` show how it is written.";
    EXTENDS = "extends", "A row takes its empty cells from the row that its column `extends` names. That row must be there, once, and no row may come back to itself. `(empty)` in a cell leaves it empty.";
    FILTER = "filter", "The condition in `where` cannot be read, names a column that is not there, or compares something that is no number. It is made of columns, numbers, texts in quotes, `==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `and`, `or`, `not` and parentheses: `where = \"faction == 'orc' and cost > 2\"`.";
    FONT = "font", "Only fonts in the binary (`deckle list fonts`) and in the game's own `fonts` folder are used, as TTF or OTF, so that a game looks the same on every machine. A family that is not there would leave text out, so it is an error.";
    FONT_WEIGHT = "font-weight", "The family has no face of that weight or slant, and the nearest is drawn instead. Ask for one that it has, or bring the font file.";
    GLYPH = "glyph", "No font has this character, so nothing could be drawn for it. Write it otherwise, use an icon, or bring a font that has it.";
    GRID = "grid", "The cards do not fit on the paper as asked: a fixed grid, the margin, the gap or the size of the card is too large. The message gives the measures. A face larger than the paper is cut into pages by `tile = true` in a `[[sheet]]`, or has a page of its own size with `paper = \"whole\"`.";
    HAND_LIMIT = "hand-limit", "A player is dealt more cards than the hand limit lets anybody keep.";
    HEADER_CLASH = "header-clash", "Two headers become the same name in templates, where capitals, blanks and punctuation do not count (`Game Text` and `game_text`). Rename one.";
    HIDDEN_CELLS = "hidden-cells", "Rows or columns of a sheet are hidden, maybe by a filter, or the sheet itself is. They are read like the others. Say `hidden = \"skip\"` to leave rows and columns out, or `hidden = \"read\"` when it is meant so.";
    ICON = "icon", "A text names an icon in braces that is neither in the game's `icons` folder nor among those in the binary (`deckle list icons`), so the braces are printed as they are. Correct the name, or write `\\{` where braces are meant.";
    IMAGE = "image", "A picture that a card shows cannot be used: it is missing, broken, of an unknown kind, or outside of the game's folder, or an attribute says something odd of it. Pictures are PNG, JPEG, GIF, WebP or SVG files below the folder of the game, named by their path, or by their name if they are in `images`. `--draft` marks missing ones and builds all the same.";
    JOIN = "join", "A row names something that the joined table does not have, or the table names it twice. Each name must stand once in the key column of the joined table.";
    KEYWORD = "keyword", "A keyword in `[[keywords]]` is written as it stands on cards, once, with a name in braces where a number, a letter such as X or an icon changes, `Armor {n}`, or one of some words, `Ward {from: fire | ice}`. Words on a card that look like it, with another value, are told: where no keyword is meant, write `\\` before it.";
    LIMIT = "limit", "A drawing asks for more than the limits allow: too much text, too many elements, or filters that would be reckoned for minutes. Make it plainer, or raise the limit that the message names, in `[limits]` of the manifest. A picture has 600 million pixels at most: lower `dpi`.";
    LONG_ROW = "long-row", "A row has more cells than there are headers. A cell that contains the separator must stand in double quotes.";
    MENTION = "mention", "The rulebook or a card names a card that does not exist, perhaps in another spelling. One name for one thing: change the text, or the card.";
    MERGED_CELLS = "merged-cells", "A merged cell lies across the row of headers, so its columns have no names. Split it. Below the headers, a merged cell is its first cell, or all that it covers with `fill_merged = true`.";
    MISSING_KEY = "missing-key", "The manifest lacks a key that has no default.";
    NEVER_PLAYED = "never-played", "No step, action or end of the rules of play takes, counts or looks at these cards, and no policy throws them away, so they do nothing. Give them something to do; or say with `[[allow]]` that they are meant to fill the hand.";
    NO_FILE = "no-file", "A file that is named cannot be read. Paths are relative to the game's folder and never lead out of it; capitals count on every system.";
    NOTATION = "notation", "A cell holds a letter or word that the notation of its column does not explain, or the notation has not as many values as its `count` says.";
    NOTATION_UNUSED = "notation-unused", "The notation explains a letter or word that no card carries.";
    OVERFLOW = "overflow", "A text is larger than its box, even at the smallest size that it may shrink to. Shorten it, enlarge the box, or allow a smaller size.";
    PHASES = "phases", "The phases that the rulebook lists are not those that it describes, or stand in another order.";
    POLICY_UNUSED = "policy-unused", "Nobody plays by this policy. It is called after a side, or `default`, or it is another one that `deckle simulate --policy` asks for. Sides without a policy, while there is no `default`, play the first action that is possible.";
    PRINTED_COUNT = "printed-count", "The rulebook prints another number of these cards than are built. The numbers stand in `counts` of `[rulebook]`.";
    QUOTES = "quotes", "The double quotes of a cell do not pair up. A cell in quotes ends with a quote, followed by a separator or the end of the line; a quote inside it is written twice.";
    RESOLUTION = "resolution", "A picture has fewer pixels than it needs for its size on the card, so it will look soft or blocky in print. Bring a larger one, show it smaller, or set `min_dpi` in `[pictures]`. A picture with `image-rendering=\"pixelated\"` is meant to be so.";
    SAME_FILE = "same-file", "Two decks or sheets would write one file. Give one of them another `name`.";
    SAME_ID = "same-id", "Two rows of a deck have the same value in the column `id`.";
    SAME_NAME = "same-name", "Two rows of a deck have the same name, or two of zones, counters and watched events, or two components or phases, so rules that speak of it could mean either. Give one row more copies, or rename one.";
    SEAT_SYMMETRIC = "seat-symmetric", "The rulebook is said to be `symmetric`, and a rule of one side has no mirror among the rules of the other. Often a name was left as it was when the rule was copied. What takes each other's place, such as the cards of the two sides, is named in `mirror`.";
    SEATS = "seats", "The numbers of players and the sides do not fit together. A game with sides is played with a seat for each side; `players` of a check are numbers that the game is played with.";
    SELECTS_NOTHING = "selects-nothing", "A selector, or a part of it, takes no card of the game, so what asks for it always finds none. Often the value is written otherwise on the cards. In `count(…)` and `rows(…)` that is allowed, as to say that there is none.";
    SEPARATOR = "separator", "The separator of a table is `,`, `;`, a tab or `|`, found by looking, or stated by `separator` in the deck.";
    SHORT_ROW = "short-row", "A row has far fewer cells than there are headers; the missing ones are taken as empty.";
    SIDE_CANNOT_WIN = "side-cannot-win", "No `[[end]]` and no step lets this side, or anybody, win. Often the rule names the other side by mistake.";
    SIDES = "sides", "In counters with a column `face`, a row with `back` there is the other side of the row above it, and its empty cells are those of its front. Every back follows a front, which has one back at most.";
    SPELLING = "spelling", "A text nearly writes a term of `[rulebook]`, and not quite. Correct the text, or add what it says to `terms`.";
    STYLE = "style", "A text asks for a style, as `[name: words]`, that is nearly but not quite the name of one in `[styles]`. Or a mark such as `[name:` or `**` has no partner. Correct it, or write `\\[` where brackets are meant.";
    SVG = "svg", "What a template produced is not a drawing that can be read.";
    SVG_WARNING = "svg-warning", "The reader of drawings left something out or took a default. What is on the card may differ from what was meant.";
    TABLE_SIZE = "table-size", "A table has more cells, or its rows take more text from others, than a deck of cards can need: three million cells, or 64 MB of text. Often a whole column or line was filled by mistake.";
    TEMPLATE = "template", "A template failed for a row: a name that is not there, a wrong argument, or a value of the wrong kind. Columns are `card.NAME`; other names are in the README. An empty cell is never a fault.";
    TEMPLATE_SYNTAX = "template-syntax", "A template cannot be read. Templates are SVG files with Tera's marks: `{{ value }}`, `{% if … %}` and `{# remark #}`.";
    TEXT_BOX = "text-box", "A box of text asks for something that cannot be: an attribute that does not exist, a value that it does not take, a shape that text cannot flow into. The attributes are in the README under Text.";
    THEME_VALUE = "theme-value", "A column `theme.NAME` sets a value of the theme for its row. The name must be one of the theme's; a length needs its unit, and a number or a colour must be one. A value in `[themes]` or in a deck's `theme` has a name that `[theme]` or a template has.";
    TOML = "toml", "The manifest `game.toml` is not well-formed TOML.";
    UNKNOWN_COLUMN = "unknown-column", "The deck names a column that its table does not have.";
    UNKNOWN_DECK = "unknown-deck", "A sheet names a deck that the game does not have.";
    UNKNOWN_KEY = "unknown-key", "The manifest has a key that means nothing. It is an error, so that a misspelt key is never silently without effect.";
    UNKNOWN_NAME = "unknown-name", "An expression names a card, zone, counter, column or side that the game does not have.";
    UNKNOWN_PART = "unknown-part", "A workbook has no sheet, or a JSON or YAML file no list, of the name behind `#`. Without one, the first sheet that is shown or the whole file is read.";
    UNKNOWN_TEMPLATE = "unknown-template", "A deck, a row or another template names a template that is neither in the game's `templates` folder nor among the starters (`deckle list templates`).";
    UNKNOWN_THEME = "unknown-theme", "A deck names a theme that is not in `[themes]`.";
    UNNAMED_COLUMN = "unnamed-column", "A column has values but no header, so no template could show them. Name it, or empty it.";
    UNREACHABLE_ACTION = "unreachable-action", "Games were played, and nobody ever did this action: its cards never come together, its condition never holds, or another action is always chosen before it.";
    UNSTATED = "unstated", "The rulebook does not say this value: it is `\"?\"`. Decide, and write `{ value = …, assumed = \"why\" }`, so that it is listed as assumed.";
    VICTORY_UNREACHABLE = "victory-unreachable", "With the cards that are printed, nobody can do often enough what this victory needs, or never holds so many of them, or its parts exclude each other; or, as a warning, none of the games that were played, up to 100,000, ended so.";
    VIEW_BOX = "view-box", "A face is drawn in millimetres, from the corner of the trim, with the bleed outside: `<svg viewBox=\"{{ view_box }}\">`. Another size would be stretched or cut.";
    WIN_BY_OTHER = "win-by-other", "A side wins by a counter that only the other side's actions raise. Rules that mirror each other are often copied with the wrong name left in.";
    WORKBOOK = "workbook", "A workbook cannot be read: it is damaged, protected by a password, older than Excel 97, or larger than a list of cards can be. XLSX, ODS and XLS are read; save it anew as one of them.";
}
