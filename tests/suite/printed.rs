//! The seven games as their sources print them: every contradiction is found at its place; mended, none is left.

use deckle::workspace::{Folder, Memory};

use super::checks::checked;
use super::support::root;

/// A card list of a sample, without the rows and columns that its source does not have.
fn printed_cards(game: &str, name: &str) -> String {
    let text = std::fs::read_to_string(root().join("data").join(game).join(name)).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let Some(name_at) = header.iter().position(|one| *one == "name_source") else { return text };
    // Rows of ours have no name in the source. No cell before the name has a comma.
    let lines = text.lines().filter(|line| {
        let cell = line.split(',').nth(name_at).unwrap_or_default();
        !cell.is_empty()
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    // Guns are marked by us, and the templates are ours.
    text.replacen(",gun,", ",gun_ours,", 1).replacen(",template,", ",template_ours,", 1)
}

/// What checking a game as it is printed tells, without helps.
fn printed(game: &str, tables: &[&str]) -> Vec<String> {
    let manifest = root().join("tests/cases/printed").join(format!("{game}.toml"));
    let mut files = vec![("game.toml".to_owned(), std::fs::read_to_string(manifest).unwrap())];
    files.extend(tables.iter().map(|name| ((*name).to_owned(), printed_cards(game, name))));
    let files = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
    let (told, _) = checked(&Memory::new(game, files));
    told.into_iter().map(|line| line.split(" | ").next().unwrap().to_owned()).collect()
}

/// The checks of each game's sheet that its source fails, or that it leaves in doubt.
const FAILED: [(&str, &str, &[u32]); 7] = [
    ("wolf-pack", "WP", &[2, 3, 5, 6, 7, 8, 11]),
    ("zulu", "ZL", &[1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 14]),
    ("zoo", "ZO", &[1, 2, 7, 8, 9, 10, 12, 13, 14, 15]),
    ("x-files", "XF", &[2, 4, 5, 7, 8, 10, 11, 12, 13, 17]),
    ("buccaneers", "BU", &[2, 3, 4, 5, 7, 8, 9, 14, 15]),
    ("first-balkan-war", "FB", &[2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 17, 19]),
    ("warp-lancer", "WL", &[11, 12, 13, 14, 15, 16, 17, 18, 19, 28]),
];

#[test]
fn every_check_that_a_source_fails_is_in_its_list() {
    for (game, letters, numbers) in FAILED {
        let list = root().join("tests/cases/printed").join(format!("{game}.txt"));
        let list = std::fs::read_to_string(list).unwrap();
        let named = list.lines().flat_map(|line| line.split(' ').next().unwrap().split(','));
        let mut found: Vec<u32> = named
            .map(|name| name.strip_prefix(&format!("{letters}-C")).unwrap().parse().unwrap())
            .collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, numbers, "{game}");
    }
}

/// The findings are those of the game's list, each with the number that the sheet gives it.
#[track_caller]
fn finds(game: &str, tables: &[&str]) {
    let told = printed(game, tables);
    let list = root().join("tests/cases/printed").join(format!("{game}.txt"));
    let list = std::fs::read_to_string(list).unwrap();
    let wanted: Vec<_> = list.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    let missing: Vec<_> =
        wanted.iter().filter(|one| !told.iter().any(|line| line == *one)).collect();
    let more: Vec<_> = told.iter().filter(|line| !wanted.contains(&line.as_str())).collect();
    assert!(missing.is_empty() && more.is_empty(), "missing {missing:#?}\nmore {more:#?}");
    assert!(wanted.len() >= 5, "{game}: only {} findings", wanted.len());
}

#[test]
fn wolf_pack_as_printed_lets_one_side_win_twice() {
    finds("wolf-pack", &["cards.csv"]);
}

#[test]
fn zulu_as_printed_lacks_a_row_in_each_deck() {
    finds("zulu", &["zulu.csv", "british.csv"]);
}

#[test]
fn zoo_as_printed_has_a_letter_that_nothing_explains() {
    finds("zoo", &["cards.csv"]);
}

#[test]
fn x_files_as_printed_cannot_pay_for_its_cases() {
    finds("x-files", &["cards.csv"]);
}

#[test]
fn buccaneers_as_printed_has_a_rule_without_a_card() {
    finds("buccaneers", &["cards.csv"]);
}

#[test]
fn the_first_balkan_war_as_printed_counts_only_divisions() {
    finds("first-balkan-war", &["cards.csv"]);
}

#[test]
fn warp_lancer_as_printed_leaves_numbers_out() {
    finds("warp-lancer", &["loot.csv"]);
}

#[test]
fn the_corrected_samples_are_clean() {
    for game in std::fs::read_dir(root().join("data")).unwrap().flatten() {
        if game.path().join("game.toml").exists() {
            let (told, report) = checked(&Folder::open(&game.path()).unwrap());
            assert!(told.is_empty(), "{:?}: {told:#?}", game.path());
            assert!(report.rows.len() >= 5, "{:?} checks too little", game.path());
        }
    }
}
