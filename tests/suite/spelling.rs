//! Names and terms that texts nearly write, and words that are none of them.

use super::checks::with_cards;

/// What is told of sentences, with the names of cards and the terms of the rulebook; without places.
fn read(names: &[&str], terms: &[&str], sentences: &[&str]) -> Vec<String> {
    let list = |texts: &[&str]| {
        let quoted = texts.iter().map(|text| format!("\"{text}\""));
        quoted.collect::<Vec<_>>().join(", ")
    };
    let rules = format!("[rulebook]\nterms = [{}]\ntext = [{}]\n", list(terms), list(sentences));
    let cards = names.iter().map(|name| format!("\"{name}\"\n")).collect::<String>();
    let (told, _) = with_cards(&rules, &format!("name\n{cards}"));
    let bare = told.iter().map(|one| {
        let said = one.split_once(' ').map_or(one.as_str(), |(_, said)| said);
        said.replace("the text says ", "").replace(", and no card is called so", "")
    });
    bare.collect()
}

#[track_caller]
fn tells(names: &[&str], terms: &[&str], sentence: &str, wanted: &[&str]) {
    assert_eq!(read(names, terms, &[sentence]), wanted, "{sentence}");
}

#[test]
fn a_name_of_one_word_is_found_with_a_letter_amiss_or_two_changed_about() {
    let cards = ["Lighthouse", "Brig", "Storm"];
    let light = "mention: `Lighthuose` | did you mean `Lighthouse`?";
    tells(&cards, &[], "Play a Lighthuose.", &[light]);
    tells(&cards, &[], "Lighthuose: draw 2.", &[light]);
    tells(&cards, &[], "Lay a Brigg.", &["mention: `Brigg` | did you mean `Brig`?"]);
    // Plurals, possessives, small letters, short words and what begins a sentence are no names amiss.
    for right in [
        "Two Brigs and a Lighthouse's keeper fear Storms.",
        "Bring a Brig. Bring another. Store cards.",
        "A brigg is no card.",
        "A Bri or a Brid is short.",
        "Stormy seas. Stork! Lighthoused.",
    ] {
        tells(&cards, &[], right, &[]);
    }
    // Another name or term is no slip.
    tells(&["Tower", "Power"], &[], "The Tower has Power.", &[]);
    tells(&["Lance"], &["Warp Lancer"], "Fly the Warp Lancer.", &[]);
}

#[test]
fn a_name_with_other_blanks_and_hyphens_is_told() {
    let names = [
        "Red-crowned Crane",
        "Cannonball",
        "Fingerprints",
        "Handwriting Analysis",
        "X-Files",
        "Fortified Storehouse",
        "Max Fenig, Ufologist",
    ];
    let cases = [
        ("the Red Crowned Crane", "`Red Crowned Crane` | did you mean `Red-crowned Crane`?"),
        ("a Cannon Ball", "`Cannon Ball` | did you mean `Cannonball`?"),
        ("two Cannon Balls", "`Cannon Balls` | did you mean `Cannonball`?"),
        ("the Finger Prints", "`Finger Prints` | did you mean `Fingerprints`?"),
        (
            "a Hand Writing Analysis",
            "`Hand Writing Analysis` | did you mean `Handwriting Analysis`?",
        ),
        ("of the X – Files", "`X – Files` | did you mean `X-Files`?"),
        ("a Fortified Stockhouse", "`Fortified Stockhouse` | did you mean `Fortified Storehouse`?"),
        (
            "ask Max Fening Ufologist",
            "`Max Fening Ufologist` | did you mean `Max Fenig, Ufologist`?",
        ),
    ];
    for (sentence, said) in cases {
        tells(&names, &[], sentence, &[&format!("mention: {said}")]);
    }
    for right in [
        "Fire the Cannon. Ball is over.",
        "Max Fenig, Ufologist, met Max Fenig Ufologist.",
        "a red-crowned crane",
    ] {
        tells(&names, &[], right, &[]);
    }
}

#[test]
fn terms_keep_their_signs_and_their_capitals() {
    tells(&["Wolf"], &["A.I. Scout"], "The A.I. Scout flies. An A.I. Scout. A.I. Scout", &[]);
    tells(
        &["Wolf"],
        &["A.I. Scout"],
        "An AI Scout",
        &["spelling: `AI Scout` | the rulebook writes `A.I. Scout`"],
    );
    tells(
        &["Wolf"],
        &["British"],
        "The british post; the British.",
        &["spelling: `british` | the rulebook writes `British`"],
    );
    tells(&["X-Files"], &["X-File"], "Lay an X-File; two X-Files.", &[]);
    tells(&["X-Files"], &[], "Lay an X-File.", &[]);
    tells(
        &["Wolf"],
        &["Gatling"],
        "Gattling guns. Gatlings.",
        &["spelling: `Gattling` | the rulebook writes `Gatling`"],
    );
    // A component's own name that is right is left alone.
    let rules = "[rulebook]\nterms = [\"A.I. Scout\"]\n[[component]]\nname = \"A.I. Scout card\"\ncount = 1\nkind = \"other\"\n";
    assert_eq!(with_cards(rules, "name\nWolf\n").0, Vec::<String>::new());
}

#[test]
fn a_capital_that_only_opens_a_sentence_is_no_evidence_of_a_name() {
    let cards = ["Trader", "Hunter"];
    for right in
        ["Trade two cards.", "Hunted cards are lost. Traded ones are not.", "Draw. Hunted."]
    {
        tells(&cards, &[], right, &[]);
    }
    let within = "mention: `Traber` | did you mean `Trader`?";
    tells(&cards, &[], "Play a Traber.", &[within]);
    tells(&cards, &[], "Traber: draw 2.", &[within]);
}
