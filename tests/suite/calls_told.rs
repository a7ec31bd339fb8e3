//! Where faults of components are told: at the call in the game's own template; and what a template
//! prints that is no text, at its mark.

use super::support::{MANIFEST, game, one, told};

const MINE: &str = "{% component mine(x: number = 3, tone: string = \"red\", value = \"\") %}
<rect x=\"{{ x }}\" width=\"5\" height=\"5\" fill=\"{{ tone }}\"/>{{ value | str }}
{% endcomponent mine %}
{% component over(tone: string) %}
{{ <badge x={25} y={5} value={3} fill={tone}/> }}
{% endcomponent over %}
";
const DATA: &str =
    "[{\"name\": \"Wolf\", \"tags\": [\"fast\", \"grey\"], \"cost\": {\"gold\": 2}, \"none\": []}]";

/// What is said of a card whose template has `inside` on its second line.
fn with(inside: &str) -> Vec<String> {
    let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>");
    let (manifest, cards) = match inside.contains("card.tags") || inside.contains("table(") {
        true => (MANIFEST.replace(".csv", ".json"), DATA),
        false => (MANIFEST.into(), "name,cost\nWolf,3\n"),
    };
    let table = "[[table]]\nname = \"t\"\nfile = \"t.csv\"\nkey = \"k\"\n";
    let manifest = format!("{manifest}{table}");
    told(&game([
        ("game.toml", &*manifest),
        ("cards.csv", cards),
        ("cards.json", cards),
        ("t.csv", "k,file\nWolf,a.png\n"),
        ("templates/card.svg", &*template),
        ("templates/components/mine.svg", MINE),
    ]))
}

/// Told once, at the words `<<so marked>>` of the template's second line.
#[track_caller]
fn at_mark(inside: &str, code: &str, has: &str) {
    let (before, rest) = inside.split_once("<<").expect("a mark");
    let template = format!("{before}{}", rest.replacen(">>", "", 1));
    let line = 2 + before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    one(&with(&template), &format!("templates/card.svg:{line}:{column} {code}: "), has);
}

#[test]
fn what_a_component_draws_wrongly_is_told_at_its_call() {
    let fill = "`fill` cannot be `red2`";
    let cases = [
        (
            "overflow",
            "{{ <factors x={5} y={5} width={3} attack=\"<<1234-5678>>\"/> }}",
            "1234-5678",
        ),
        (
            "overflow",
            "{{ <<<factors>> x={5} y={5} width={3} attack=\"1234\" move=\"5678\"/> }}",
            "1234-5678",
        ),
        ("svg-warning", "{{ <badge x={5} y={5} value={3} fill=\"<<red2>>\"/> }}", fill),
        // What the call reckons stands nowhere.
        ("svg-warning", "{{ <<<badge>> x={5} y={5} value={3} fill={\"red\" ~ 2}/> }}", fill),
        ("svg-warning", "{{ <<<mine>> tone={\"red\" ~ 2}/> }}", fill),
        ("svg-warning", "{{ <<<over>> tone={\"red\" ~ 2}/> }}", fill),
        // Of several calls that one; hyphens take blanks away.
        (
            "svg-warning",
            "{{- <mine tone=\"teal\"/> -}}\n \n{{- <<<mine>> tone={\"red\" ~ 2}/> -}}",
            fill,
        ),
        // Inside of another, in a loop, and put in later.
        (
            "svg-warning",
            "{% <panel x={6} y={6} width={20} height={26}> %}{{ <<<mine>> tone={\"red\" ~ 2}/> }}{% </panel> %}",
            fill,
        ),
        (
            "svg-warning",
            "{% <<<panel>> x={6} y={6} width={20} height={26} fill={\"red\" ~ 2}> %}<g/>{% </panel> %}",
            fill,
        ),
        ("svg-warning", "{% for n in [2] %}{{ <<<mine>> tone={\"red\" ~ n}/> }}{% endfor %}", fill),
        // A mark alone.
        ("svg-warning", "<rect width=\"5\" height=\"5\" fill=\"<<{{ \"red\" ~ 2 }}>>\"/>", fill),
    ];
    for (code, inside, has) in cases {
        at_mark(inside, code, has);
    }
}

#[test]
fn what_is_undefined_in_a_call_is_told_as_the_column_that_was_meant() {
    let column = "the cards have no column `cots` | did you mean `cost`?";
    for inside in [
        "{{ <frame border={card.<<cots>>}/> }}",
        "{{ <frame border={card.<<cots>> | upper}/> }}",
        "{{ <frame border={card[\"<<cots>>\"]}/> }}",
        "{{ <badge x={3} y={3} value={card.<<cots>>}/> }}",
        "{{ <mine value={card.<<cots>>}/> }}",
        "{{ icon(name=card.<<cots>>, x=3, y=3, size=4) }}",
        "{{ card.<<cots>> | upper }}",
        "{% for one in card.<<cots>> | split(pat=\",\") %}{{ one }}{% endfor %}",
        "{% for one in card.<<cots>> %}{{ one }}{% endfor %}",
        "{{ card.<<cots>> }}",
    ] {
        at_mark(inside, "template", column);
    }
    at_mark(
        "{{ <frame border={theme.<<acent>>}/> }}",
        "template",
        "`theme` has no field `acent` | did you mean `accent`?",
    );
}

#[test]
fn what_no_deck_of_a_template_has_may_be_meant_of_any_of_them() {
    let told = |said: &str| {
        let manifest = format!("{MANIFEST}[[deck]]\nname = \"two\"\ncards = \"two.csv\"\n");
        let template = format!(
            "<svg viewBox=\"{{{{ view_box }}}}\"><text y=\"9\">{{% if deck.name == \"two\" %}}{{{{ {said} ~ \"x\" }}}}{{% endif %}}{{{{ card.name }}}}</text></svg>"
        );
        told(&game([
            ("game.toml", &*manifest),
            ("cards.csv", "name,kind\nWolf,a\n"),
            ("two.csv", "name,cost\nBear,3\n"),
            ("templates/card.svg", &*template),
        ]))
    };
    let start = "templates/card.svg:1:";
    one(&told("card.cots"), start, "no column `cots` | did you mean `cost`?");
    one(&told("card.shade"), start, "no column `shade` | known: `name`, `kind`, `cost`");
}

#[test]
fn a_column_that_is_only_asked_after_is_told_if_no_deck_has_it() {
    let column = "the cards have no column `cots` | did you mean `cost`? | where it may be missing";
    let shown = "<text y=\"9\" font-size=\"4\">{{ card.name }}</text>";
    for inside in [
        "{% if card.<<cots>> %}x{% endif %}",
        "{{ \"a\" ~ card.<<cots>> }}",
        "{{ \"a\" ~ card[\"<<cots>>\"] }}",
        "{% set cost = card.<<cots>> %}",
        "{{ card.cost }}{% if card.<<cots>> == \"3\" %}{{ card.cots }}{% endif %}",
    ] {
        at_mark(&format!("{shown}<desc>{inside}</desc>"), "template", column);
    }
    let theme = "`theme` has no field `acent` | did you mean `accent`?";
    at_mark(&format!("{shown}{{% if theme.<<acent>> %}}x{{% endif %}}"), "template", theme);
    for inside in [
        "{% if card.cots is defined and card.cots %}x{% endif %}",
        "{{ card.cots | default(value=\"\") }}{% if card.cots %}x{% endif %}",
        "{# card.cots #}card.cots{{ \"card.cots\" }}{{ 'a card.cots' }}",
        "{% raw %}{{ card.cots }}{% endraw %}",
        "{%- raw -%}{{ card.cots }}{% endraw %}{{ card.name }}",
        "{% for n in [\"st\"] %}{{ card[\"co\" ~ n] }}{% endfor %}",
        "{% for card in [{\"cots\": 3}] %}{% if card.cots %}{{ card.cots }}{% endif %}{% endfor %}",
    ] {
        assert_eq!(with(&format!("{shown}<desc>{inside}</desc>")), [""; 0], "{inside}");
    }
}

#[test]
fn a_list_is_never_printed_as_it_is() {
    let list = "a list of 2 values is printed as it is | print each, ";
    let named = "several values by name are printed as they are | name the one that is meant";
    for (inside, has) in [
        ("<text>{{ <<card.tags>> }}</text>", list),
        ("<text>{{ card.name }}{{- <<card.tags>> -}} {{ card.name }}</text>", list),
        ("<text x=\"{{ card.name }}\">{{ <<card.tags if card.tags else 3>> }}</text>", list),
        ("<text>{{ card.tags | <<str>> }}</text>", list),
        ("{{ <<<badge>> x={3} y={3} value={card.tags}/> }}", list),
        ("<text>{{ <<card.none>> }}</text><!-- {{ card.tags[0] }} -->", "a list of 0 values"),
        ("<text>{{ <<card.cost>> }}</text><!-- {{ card.tags[0] }} -->", named),
        (
            "<text>{{ <<table(name=\"t\", key=card.name)>> }}</text>",
            "as the `column` of a `table`: `k`, `file`",
        ),
        ("<text>{{ <<table(name=\"t\")>> }}</text>", "a list of 1 value is"),
        ("<text>{{ <<deck>> }}</text>", named),
    ] {
        at_mark(inside, "template", has);
    }
    // Put together with others it is no list any more, and is told at its cell.
    let told = with("<text>{{ card.name ~ \" \" ~ card.tags }}</text>");
    one(&told, "cards.json:1:27 template: what `tags` holds is printed as it is", "| join");
    // Each value, a joined list, and texts that only look like lists.
    for inside in [
        "{% for one in card.tags %}{{ one }}{% endfor %}{{ card.tags | join(sep=\", \") }}{{ card.cost.gold }}",
        "{{ \"[3]\" }}{{ \"[\" ~ card.name ~ \"]\" }}{{ card.tags[0] }}{{ \"{}\" }}{{ \"[]\" }}{{ '[\"a\"]' }}",
    ] {
        let text = format!("<text x=\"5\" y=\"9\" font-size=\"4\">{inside}</text>");
        assert_eq!(with(&text), [""; 0], "{inside}");
    }
}

#[test]
fn what_is_wrong_inside_of_a_component_is_told_there_and_where_it_was_called() {
    let own = |component: &str, inside: &str| {
        let template = format!("<svg viewBox=\"{{{{ view_box }}}}\">\n{inside}\n</svg>");
        told(&game([
            ("game.toml", MANIFEST),
            ("cards.csv", "name\nWolf\n"),
            ("templates/card.svg", &*template),
            ("templates/components/own.svg", component),
        ]))
    };
    let wrong = "{% component own(tone: string = \"red\") %}\n{{ tine }}\n{% endcomponent own %}";
    let told = own(wrong, "{{ <own/> }}");
    one(
        &told,
        "templates/components/own.svg:2:4 template: variable `tine`",
        "did you mean `tone`?",
    );
    let told = own(&wrong.replace("tine", "body"), "{{ <own/> }}");
    one(&told, "templates/components/own.svg:2:4 ", "`own` sees its arguments and no other");
    let again = wrong.replace("{{ tine }}", "<g/>{{ <own/> }}");
    let told = own(&again, "{{ <own/> }}");
    one(
        &told,
        "templates/components/own.svg:2:8 template: components call each other",
        "condition",
    );
    let told = own(wrong, "{{ badge(x=5, y=5) }}{{ own(tone=\"red\") }}");
    assert!(
        told[0].starts_with("templates/card.svg:2:4 template-syntax: unknown function `badge`")
    );
    assert!(told[0].ends_with("it is a component: write `<badge …/>`"), "{told:#?}");
    assert!(told[1].ends_with("it is a component: write `<own …/>`"), "{told:#?}");
}

#[test]
fn values_of_the_wrong_kind_are_told_in_plain_words() {
    for (inside, has) in [
        (
            "{{ card.<<name>> | join(sep=\", \") }}",
            "a list in brackets is wanted, and this is a text | `| split(pat=\", \")`",
        ),
        ("{{ [3] | <<upper>> }}", "a text is wanted, and this is a list in brackets | `| join"),
        ("{% for one in card.<<name>> | length %}{% endfor %}", "and this is a whole number"),
        (
            "{% if card.<<cost>> > 2 %}{% endif %}",
            "a text cannot be compared with a whole number | `| int`",
        ),
        ("{{ card.<<cost>> + 2 }}", "a text is no number to reckon with | `| int` or `| float`"),
        ("{{ 2 * card.<<cost>> }}", "a text is no number to reckon with | `| int` or `| float`"),
        ("{% for one in card.<<rows>> %}{% endfor %}", "no column `rows` | `group` in the deck"),
    ] {
        let told = with(&inside.replace("<<", "").replace(">>", ""));
        assert!(told.len() == 1 && told[0].contains(has), "{told:#?}");
        assert!(!told[0].contains(['&', '[']), "{told:#?}");
    }
}

#[test]
fn a_form_of_keywords_that_puts_in_nothing_is_told() {
    for (inside, has) in [
        ("keywords(form=\"{keyword} {remnder}\")", "`form` puts in no `{remnder}`"),
        ("keywords(again=\"{keywrd}\")", "`again` puts in no `{keywrd}` | did you mean `keyword`?"),
        ("reminders(form=\"{reminders}\")", "`form` puts in no `{reminders}`"),
    ] {
        at_mark(&format!("<text>{{{{ card.name | <<{inside}>> }}}}</text>"), "template", has);
    }
    let plain = "<text y=\"9\">{{ card.name | keywords(form=\"{keyword} {anchor}\") }}</text>";
    assert_eq!(with(plain), [""; 0]);
}

#[test]
fn half_a_statistic_is_told() {
    let row =
        |stats: &str| format!("{{{{ <stat_row x={{3}} y={{3}} width={{40}} stats={stats}/> }}}}");
    at_mark(&row("\"Attack: 3, <<Armour>>\""), "template", "`Armour` has no value");
    at_mark(&row("\"Attack: 3, <<: 4>>\""), "template", "`: 4` has no name");
    assert_eq!(with(&row("\"Attack: 3, Range 1-2,\"")), [""; 0]);
}
