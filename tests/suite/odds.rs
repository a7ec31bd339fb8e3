//! Exact odds against arithmetic, other people's figures, every hand of a toy deck, and deals.

use deckle::check::Verdict;
use deckle::sim::games::play;
use deckle::sim::lang::{Context, Expr, Measure, Node, Scope, Text, expression};
use deckle::sim::odds::{self, Deals, Distribution, Draw};
use deckle::sim::pool::Pool;
use deckle::sim::rng::Rng;
use deckle::sim::study::program;

use super::checks::with_cards;
use super::playtests::sample;
use super::support::game;

/// A game of one deck with these cards.
fn loaded(cards: &str) -> deckle::model::Game {
    let manifest = "[game]\ntitle = \"Test\"\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n";
    let workspace = game([("game.toml", manifest), ("cards.csv", cards)]);
    deckle::load::load(&workspace, &mut Default::default(), &mut Default::default()).unwrap()
}

fn parsed(pool: &Pool<'_>, text: &str) -> Expr {
    let scope = Scope { pool };
    expression(&mut Text::new(text, &scope).unwrap())
        .unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

/// The distribution of `text` over `n` cards.
fn of_hand(game: &deckle::model::Game, n: u32, text: &str) -> Distribution {
    let pool = Pool::new(game);
    odds::hand(&pool, &Draw { of: pool.deck(0), n }, &parsed(&pool, text)).unwrap()
}

fn of_dice(text: &str) -> Distribution {
    let game = loaded("name\nA\n");
    let pool = Pool::new(&game);
    match parsed(&pool, text).node {
        Node::Measure(_, context, body) => match *context {
            Context::Roll(named) => odds::dice(&named, &body).unwrap(),
            _ => odds::dice(&[], &body).unwrap(),
        },
        _ => panic!("{text}"),
    }
}

#[track_caller]
fn near(found: f64, wanted: f64, within: f64) {
    assert!((found - wanted).abs() <= within, "{found} is not {wanted} ± {within}");
}

#[test]
fn at_least_so_many_of_so_many_in_a_draw() {
    // The figures of a public calculator: 39.95 % and 6.75 %.
    let one = loaded("name,count\nX,4\nY,56\n");
    near(of_hand(&one, 7, "hand[X] >= 1").chance(), 0.3995, 5e-5);
    let eight = loaded("name,count\nX,26\nY,34\n");
    near(of_hand(&eight, 12, "hand[X] >= 8").chance(), 0.0675, 5e-5);
    // By hand: C(56,7) / C(60,7).
    let none: f64 = (0..7).map(|at| (56.0 - f64::from(at)) / (60.0 - f64::from(at))).product();
    near(of_hand(&one, 7, "hand[X] == 0").chance(), none, 1e-15);
}

#[test]
fn a_mean_with_a_condition_differs_from_the_mean_and_both_can_be_asked() {
    // 40 cards, 17 lands, 7 drawn; 2 to 5 lands are kept.
    let cards = "name,count\nLand,17\nOther,23\n";
    let rules = "[checks]\nplain = \"2.9749 < mean(seen(7): hand[Land]) < 2.9751\"\nkept = \"87.85% - 0.01% < P(seen(7): 2 <= hand[Land] <= 5) < 87.86%\"\ngiven = \"3.1685 < mean(seen(7): hand[Land] * (2 <= hand[Land] <= 5)) / P(seen(7): 2 <= hand[Land] <= 5) < 3.1695\"\n";
    let (told, report) = with_cards(rules, cards);
    assert!(told.is_empty(), "{told:#?}");
    assert!(report.rows.iter().all(|row| row.verdict == Verdict::Passed));
}

#[test]
fn parts_add_up_to_the_whole_before_they_are_rounded() {
    let game = loaded("name,count,type\nIsland,7,Land\nSwamp,7,Land\nPlains,6,Land\n");
    near(of_hand(&game, 5, "hand[type = Land] == 5").chance(), 1.0, 0.0);
    let parts = ["Island", "Swamp", "Plains"];
    let sum: f64 =
        parts.iter().map(|name| of_hand(&game, 5, &format!("hand[{name}]")).mean()).sum();
    near(sum, 5.0, 1e-12);
    let whole: f64 =
        of_hand(&game, 5, "hand[Island]").values.iter().map(|(_, chance)| chance).sum();
    near(whole, 1.0, 1e-12);
}

#[test]
fn decks_whose_ways_no_number_holds_are_counted_by_logarithms() {
    // C(2000, 500) has about 487 digits; the mean of a hypergeometric draw is n K / N.
    let game = loaded("name,count\nX,600\nY,400\nZ,1000\n");
    let found = of_hand(&game, 500, "hand[X]");
    assert_eq!(found.cases, None);
    near(found.mean(), 150.0, 1e-6);
    near(found.values.iter().map(|(_, chance)| chance).sum(), 1.0, 1e-9);
    // Its variance is n K/N (1 - K/N) (N-n)/(N-1).
    near(found.deviation().powi(2), 500.0 * 0.3 * 0.7 * 1500.0 / 1999.0, 1e-4);
}

#[test]
fn dice_have_the_chances_that_anybody_can_count() {
    // Two battle dice, the attacker `d` ahead: wins, ties, loses, of 36.
    let battle = [
        (-2, 6, 4, 26),
        (-1, 10, 5, 21),
        (0, 15, 6, 15),
        (1, 21, 5, 10),
        (3, 30, 3, 3),
        (5, 35, 1, 0),
    ];
    for (ahead, wins, ties, loses) in battle {
        for (sign, cases) in [(">", wins), ("==", ties), ("<", loses)] {
            let found = of_dice(&format!("P(1d6 + {ahead} {sign} 1d6)").replace("+ -", "- "));
            near(found.chance(), f64::from(cases) / 36.0, 1e-15);
            let (a, b) = found.fraction().unwrap();
            assert_eq!(a * 36, cases as u128 * b, "{ahead} {sign}");
        }
    }
    near(of_dice("P(2d6 == 7)").chance(), 1.0 / 6.0, 1e-15);
    near(of_dice("mean(3d6)").mean(), 10.5, 1e-12);
    near(of_dice("P(hits(3d6, 4) >= 2)").chance(), 0.5, 1e-15);
    near(of_dice("mean(best(2d6))").mean(), 161.0 / 36.0, 1e-12);
    near(of_dice("mean(worst(2d6))").mean(), 91.0 / 36.0, 1e-12);
    // A named die keeps its value; dice without a name are rolled apart.
    near(of_dice("P(roll a = 1d6: a == a)").chance(), 1.0, 1e-15);
    near(of_dice("P(1d6 == 1d6)").chance(), 1.0 / 6.0, 1e-15);
    near(of_dice("P(roll a = 1d6, b = 1d6: a > b and a + b >= 9)").chance(), 4.0 / 36.0, 1e-15);
    // Lasers of three dice on 4 and more against two shields: the exchange of a space battle.
    near(of_dice("mean(max(0, hits(3d6, 4) - 2))").mean(), 0.125, 1e-15);
    let exchange = of_dice("P(max(0, hits(3d6, 4) - 2))");
    assert_eq!(exchange.values, [(0.0, 0.875), (1.0, 0.125)]);
}

#[test]
fn dice_without_end_are_refused() {
    let check = |text: &str| with_cards(&format!("[checks]\none = \"{text}\"\n"), "name\nA\n").0;
    for text in ["P(101d6 > 3) > 0", "P(1d1001 > 3) > 0", "P(0d6 > 3) > 0"] {
        assert!(check(text)[0].contains("is no dice"), "{text}");
    }
    let many = "P(roll a = 100d1000, b = 100d1000, c = 100d1000: a > b) > 0";
    assert!(check(many)[0].contains("too many values together"), "{:?}", check(many));
}

/// Whether an event holds for the counts of each kind in a hand.
type Rule = Box<dyn Fn(&[u32]) -> bool>;

/// A random event on a deck of five kinds, as a text and as a rule on the counts of each kind.
struct Event {
    text: String,
    rule: Rule,
}

const KINDS: [&str; 5] = ["Ash", "Birch", "Cedar", "Elm", "Fir"];

fn event(rng: &mut Rng, depth: u32) -> Event {
    if depth > 0 && rng.below(2) == 0 {
        let (a, b) = (event(rng, depth - 1), event(rng, depth - 1));
        return match rng.below(3) {
            0 => Event {
                text: format!("({} and {})", a.text, b.text),
                rule: Box::new(move |hand| (a.rule)(hand) && (b.rule)(hand)),
            },
            1 => Event {
                text: format!("({} or {})", a.text, b.text),
                rule: Box::new(move |hand| (a.rule)(hand) || (b.rule)(hand)),
            },
            _ => Event {
                text: format!("not ({})", a.text),
                rule: Box::new(move |hand| !(a.rule)(hand)),
            },
        };
    }
    let set = rng.below(31) + 1;
    let names: Vec<_> = (0..5).filter(|at| set >> at & 1 == 1).map(|at| KINDS[at]).collect();
    let (limit, sign) = (rng.below(4), rng.below(3));
    Event {
        text: format!("hand[{}] {} {limit}", names.join(" | "), ["<=", "==", ">="][sign as usize]),
        rule: Box::new(move |hand| {
            let count: u32 =
                (0..5).filter(|at| set >> at & 1 == 1).map(|at| hand[at as usize]).sum();
            match sign {
                0 => count <= limit,
                1 => count == limit,
                _ => count >= limit,
            }
        }),
    }
}

fn woods(copies: [u32; 5]) -> deckle::model::Game {
    let rows: String = KINDS.iter().zip(copies).map(|(name, n)| format!("{name},{n}\n")).collect();
    loaded(&format!("name,count\n{rows}"))
}

#[test]
fn events_have_the_ways_that_every_hand_of_a_toy_deck_gives() {
    let copies = [1, 2, 3, 4, 2];
    let game = woods(copies);
    let deck: Vec<usize> = (0..5).flat_map(|kind| vec![kind; copies[kind] as usize]).collect();
    let mut rng = Rng::new(42, 0);
    for _ in 0..300 {
        let event = event(&mut rng, 3);
        let n = rng.below(6) + 1;
        let (mut ways, mut all) = (0_u128, 0_u128);
        for hand in 0_u32..1 << deck.len() {
            if hand.count_ones() != n {
                continue;
            }
            let mut counts = [0; 5];
            let held = deck.iter().enumerate().filter(|(at, _)| hand >> at & 1 == 1);
            held.for_each(|(_, kind)| counts[*kind] += 1);
            all += 1;
            ways += u128::from((event.rule)(&counts));
        }
        let found = of_hand(&game, n, &event.text);
        assert_eq!(found.cases, Some(all));
        let (a, b) = found.fraction().unwrap();
        assert_eq!(a * all, ways * b, "{} in {n}", event.text);
    }
}

#[test]
fn a_thousand_events_come_as_often_in_deals_as_they_should() {
    let copies = [8, 10, 12, 30, 30];
    let game = woods(copies);
    let mut deck: Vec<usize> = (0..5).flat_map(|kind| vec![kind; copies[kind] as usize]).collect();
    let mut rng = Rng::new(4, 0);
    let (mut worst, deals) = (0.0_f64, 400);
    for round in 0..1000 {
        let event = event(&mut rng, 3);
        let mut stream = Rng::new(5, round);
        let mut hits = 0;
        for _ in 0..deals {
            let mut counts = [0; 5];
            for at in 0..5 {
                let other = at + stream.below((deck.len() - at) as u32) as usize;
                deck.swap(at, other);
                counts[deck[at]] += 1;
            }
            hits += u32::from((event.rule)(&counts));
        }
        let chance = of_hand(&game, 5, &event.text).chance();
        let deviation = (chance * (1.0 - chance) * f64::from(deals)).sqrt();
        let off = (f64::from(hits) - chance * f64::from(deals)).abs();
        // Rare events are not normal: a few cases more are granted.
        assert!(off <= 4.0 * deviation + 4.0, "{}: {hits} of {deals}, {chance}", event.text);
        if deviation > 3.0 {
            worst = worst.max(off / deviation);
        }
    }
    // Among a thousand, some lie beyond two deviations: the test can tell.
    assert!(worst > 2.0, "{worst}");
}

/// Of so many hands of `n` cards, in how many the event of a text holds.
fn dealt(game: &deckle::model::Game, n: u32, text: &str, hands: std::ops::Range<u64>) -> u64 {
    let pool = Pool::new(game);
    let draw = Draw { of: pool.deck(0), n };
    Deals::new(&pool, &draw, &parsed(&pool, text)).unwrap().held(6, hands)
}

#[test]
fn hands_that_are_dealt_hold_a_thousand_events_as_often_as_they_should() {
    let game = woods([8, 10, 12, 30, 30]);
    let (mut rng, mut worst, deals) = (Rng::new(8, 0), 0.0_f64, 2000);
    for round in 0..1000 {
        let (event, n) = (event(&mut rng, 3), rng.below(20) + 1);
        let hits = dealt(&game, n, &event.text, round * deals..(round + 1) * deals);
        let chance = of_hand(&game, n, &event.text).chance();
        let deviation = (chance * (1.0 - chance) * deals as f64).sqrt();
        let off = (hits as f64 - chance * deals as f64).abs();
        // Rare events are not normal: a few cases more are granted.
        assert!(off <= 4.0 * deviation + 4.0, "{} in {n}: {hits}, {chance}", event.text);
        if deviation > 3.0 {
            worst = worst.max(off / deviation);
        }
    }
    // Among a thousand, some lie beyond two deviations: the test can tell.
    assert!(worst > 2.0, "{worst}");
}

#[test]
fn hands_too_many_to_know_beforehand_are_looked_at_one_by_one() {
    // Thirty cards that all count differently: 593,775 hands of six.
    let rows: String = (1..=30).map(|at| format!("C{at},1,{}\n", at * at)).collect();
    let game = loaded(&format!("name,count,points\n{rows}"));
    let (deals, mean) = (20_000, 6.0 * 31.0 * 61.0 / 6.0);
    for text in [format!("sum(hand, points) >= {mean}"), "sum(hand, points) < 1000".into()] {
        let chance = of_hand(&game, 6, &text).chance();
        let hits = dealt(&game, 6, &text, 0..deals);
        let deviation = (chance * (1.0 - chance) * deals as f64).sqrt();
        assert!((0.05..0.95).contains(&chance), "{text}: {chance}");
        assert!((hits as f64 - chance * deals as f64).abs() <= 4.0 * deviation, "{text}: {hits}");
    }
    let pool = Pool::new(&game);
    let draw = Draw { of: pool.deck(0), n: 6 };
    let fault = |text: &str| match Deals::new(&pool, &draw, &parsed(&pool, text)) {
        Ok(_) => panic!("{text} is ready"),
        Err(fault) => fault.message,
    };
    assert!(fault("10 / sum(hand, points) > 1").contains("too many different hands"));
    assert!(fault("10 / hand[C1] > 1").contains("divides by 0"));
}

#[test]
fn a_hand_depends_on_nothing_but_its_seed_and_its_number() {
    let game = woods([8, 10, 12, 30, 30]);
    let text = "hand[Ash] >= 1 and hand[Birch] >= 1";
    for n in [5, 40, 90] {
        let parts = [0..1, 1..70_000, 70_000..150_000];
        let parts: u64 = parts.map(|part| dealt(&game, n, text, part)).iter().sum();
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let all = pool.install(|| dealt(&game, n, text, 0..150_000));
            assert_eq!(all, parts, "{n} cards, {threads} threads");
        }
    }
    assert_eq!(dealt(&game, 90, text, 0..100), 100, "the whole deck holds both");
}

#[test]
fn hands_that_are_dealt_are_those_that_the_games_of_their_numbers_begin_with() {
    let game = sample("wolf-pack");
    let pool = Pool::new(&game);
    let row = parsed(&pool, &game.rules.watches[0].when.text);
    let opening = odds::draw(&pool, &Context::Opening(Some("Wolf Pack".into())), &row).unwrap();
    let held = Deals::new(&pool, &opening.unwrap(), &row).unwrap().held(5, 0..3000);
    let study = play(&program(&game, None, &[]).unwrap(), &[], 5, 0..3000);
    assert_eq!(held, study.first[0].up_to(0));
    assert!(held > 30, "{held}");
}

#[test]
fn a_quantile_is_the_least_value_that_a_share_does_not_exceed() {
    let distribution = of_dice("mean(2d6)");
    for (share, value) in [(1.0 / 36.0, 2.0), (0.5, 7.0), (0.6, 8.0), (0.99, 12.0)] {
        assert_eq!(distribution.measure(Measure::Quantile(share)).value, value, "{share}");
    }
}

#[test]
fn an_opening_of_sides_with_different_hands_must_say_whose() {
    let rules = |second: u32, of: &str| {
        format!(
            "[zones]\ndeck = {{ empty = \"stop\" }}\nhand = {{ per = \"player\" }}\n[setup]\ndeal = [{{ from = \"deck\", to = \"hand\", n = 2, side = \"X\" }}, {{ from = \"deck\", to = \"hand\", n = {second}, side = \"Y\" }}]\n[checks]\none = \"P({of}: hand[A] >= 1) == 1/2\"\n"
        )
    };
    let cards = "name,count\nA,1\nB,3\n";
    let asked = |rules: String| {
        let head = "[game]\ntitle = \"Test\"\nsides = [\"X\", \"Y\"]\n[[deck]]\nname = \"main\"\ncards = \"cards.csv\"\n";
        let manifest = format!("{head}{rules}");
        let (told, report) =
            super::checks::checked(&game([("game.toml", manifest.as_str()), ("cards.csv", cards)]));
        (told, report.rows[0].verdict)
    };
    // Two of four cards hold the only A in half of all cases; so do equal hands of either side.
    assert_eq!(asked(rules(1, "opening(X)")).1, Verdict::Passed);
    assert_eq!(asked(rules(2, "opening")).1, Verdict::Passed);
    let (told, verdict) = asked(rules(1, "opening"));
    assert_eq!(verdict, Verdict::Broken);
    assert!(told.iter().any(|one| one.contains("`opening(X): …`")), "{told:#?}");
}

#[test]
fn only_whole_numbers_are_added_and_empty_cells_are_not_the_lowest() {
    let cards = "name,value,half\nA,3,1.5\nB,,2\n";
    let rules = "[checks]\nsum = \"sum(main, value) == 3\"\nleast = \"lowest(main, value) == 3\"\nhalf = \"sum(main, half) == 3\"\nword = \"highest(main, name) == 0\"\n";
    let (told, report) = with_cards(rules, cards);
    let verdicts: Vec<_> = report.rows.iter().map(|row| row.verdict).collect();
    assert_eq!(
        verdicts,
        [Verdict::Passed, Verdict::Passed, Verdict::Broken, Verdict::Broken],
        "{told:#?}"
    );
    assert!(told[0].contains("`half` of `A` is `1.5`"), "{told:#?}");
}

#[test]
fn the_most_of_what_is_counted_is_exact_and_of_what_is_played_is_not_known() {
    let rules = "[checks]\na = \"quantile(2d6, 1) == 12\"\n";
    let (told, report) = super::checks::with_cards(rules, "name,count\nA,1\n");
    assert_eq!((report.rows[0].verdict, told), (deckle::check::Verdict::Passed, Vec::new()));
    let rules = "[checks]\na = \"quantile(seen(3): hand[Ace], 1) == 2\"\n";
    let (told, report) = super::checks::with_cards(rules, "name,count\nAce,2\nOther,9\n");
    assert_eq!((report.rows[0].verdict, told), (deckle::check::Verdict::Passed, Vec::new()));
}

#[test]
fn as_many_hands_are_dealt_as_the_work_allows() {
    let game = loaded("name,count\nA,5\nB,5\n");
    let pool = Pool::new(&game);
    let expr = parsed(&pool, "hand[A] >= 2");
    let drawn = odds::drawn(&pool, &Context::Seen(4, None), &expr).unwrap().unwrap();
    let total = |work| odds::dealt(&pool, &drawn, &expr, true, (1, 0..500, work)).unwrap().total();
    // Four cards with a number and one for each card, and three parts of the question.
    assert_eq!((total(odds::WORK), total(11 * 70)), (500, 70));
}
