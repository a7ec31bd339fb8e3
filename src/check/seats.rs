//! Who sits at the table: numbers of players and sides that fit together, here and in checks.

use crate::diag::{Code, Diagnostic};
use crate::model::Check;
use crate::sim::play::Play;
use crate::sim::pool::Pool;

/// Each player has a seat: with sides, there are as many seats as sides.
pub fn players(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let sides = pool.game.rules.sides.len() as u32;
    let Some((_, most)) = pool.game.players.filter(|_| sides > 0) else { return };
    if most > sides {
        let message = format!("there are up to {most} players, and {sides} sides to play");
        let diagnostic = Diagnostic::warning(Code::SEATS, message).at(pool.game.players_at);
        let help =
            "games are played with a seat for each side: name more `sides`, or fewer players";
        told.push(diagnostic.help(help));
    }
}

/// Checks ask for numbers of players that the game is played with.
pub fn asked(pool: &Pool<'_>, _: &Play, told: &mut Vec<Diagnostic>) {
    let sides = pool.game.rules.sides.len() as u32;
    for check in &pool.game.rules.checks {
        let Some((at, (odd, (least, most)))) = check.players_at.zip(odd(pool, check)) else {
            continue;
        };
        let name = &check.name.value;
        let (message, help) = match sides {
            0 => (
                format!("`{name}` asks of {odd} players, and the game is for {least} to {most}"),
                "mend the check, or `players` of `[game]`".to_owned(),
            ),
            _ => (
                format!("`{name}` asks of {odd} players, and each of the {sides} sides has a seat"),
                "leave `players` out: a game of sides is played by all of them".to_owned(),
            ),
        };
        told.push(Diagnostic::error(Code::SEATS, message).at(at).help(help));
    }
}

/// The first number of players of a check that the game is not played with, and those that it is.
pub fn odd(pool: &Pool<'_>, check: &Check) -> Option<(u32, (u32, u32))> {
    let sides = pool.game.rules.sides.len() as u32;
    let (least, most) = if sides > 0 { (sides, sides) } else { pool.game.players? };
    let odd = check.players.iter().find(|one| !(least..=most).contains(*one))?;
    Some((*odd, (least, most)))
}
