//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::vary::Vary;

/// Printable cards and sheets from plain files.
#[derive(Debug, Parser)]
#[command(name = "deckle", version, about, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build card pictures (PNG) and sheets to print (PDF)
    Build(Build),
    /// Load and compose games, and tell what is wrong; nothing is drawn or written
    Check(Check),
    /// Play a game many times by its declared rules, and tell what came of it
    Simulate(Simulate),
    /// Make a new game that builds, or a copy of a sample game
    New(New),
    /// Write a sheet that tells what `back_offset` a printer needs
    Calibrate(Calibrate),
    /// List what Deckle knows by name
    List(List),
    /// Explain a kind of message
    Explain(Explain),
}

/// What games, and how to speak of them.
#[derive(Args, Debug)]
pub struct Games {
    /// Folders of games; the current folder if none is given
    #[arg(value_name = "DIR")]
    pub games: Vec<PathBuf>,
    /// Papers instead of those of the manifest, such as `a4,letter`
    #[arg(long, value_name = "PAPER", value_delimiter = ',')]
    pub paper: Vec<String>,
    /// Let warnings fail the command
    #[arg(long)]
    pub strict: bool,
    /// Mark pictures that are missing, and go on without them
    #[arg(long)]
    pub draft: bool,
    /// Seed of the games that checks play; the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How messages are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub message_format: Format,
    /// Threads to work with; all processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}

#[derive(Args, Debug)]
pub struct Build {
    #[command(flatten)]
    pub games: Games,
    /// Build the pages that show the shared components, instead of a game: `output/kit`
    #[arg(long, conflicts_with = "games")]
    pub kit: bool,
    /// Folder for the output; each game gets one below it
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub out: PathBuf,
    /// Build these only
    #[arg(long, value_enum, value_delimiter = ',')]
    pub only: Vec<Part>,
    /// Resolution of the card pictures, in pixels per inch
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(36..=2400))]
    pub dpi: Option<u32>,
    /// Draw everything, and keep nothing for the next build
    #[arg(long)]
    pub no_cache: bool,
    /// Build although the game's checks fail
    #[arg(long)]
    pub no_check: bool,
}

#[derive(Args, Debug)]
pub struct Check {
    #[command(flatten)]
    pub games: Games,
    /// Folder of the last build's output; faces that are as they were then are not looked at again
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub out: PathBuf,
    /// Look at everything again
    #[arg(long)]
    pub no_cache: bool,
    /// Tell how full the boxes of text are: sizes chosen, and the fullest card of each
    #[arg(short, long)]
    pub verbose: bool,
    /// How the results of the checks are written, on standard output
    #[arg(long, value_enum, default_value_t = Report::Human)]
    pub report: Report,
}

#[derive(Args, Debug)]
pub struct Simulate {
    /// Folder of the game
    #[arg(value_name = "DIR", default_value = ".")]
    pub game: PathBuf,
    /// Games for each number of players
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Numbers of players, such as `2,3`; those of the game if none is given
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100))]
    pub players: Vec<u32>,
    /// Seed of all games; the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A policy for all, or for a side or a seat: `random`, `Convoy=greedy`, `"seat 2=NAME"`
    #[arg(long, value_name = "[SIDE=]NAME")]
    pub policy: Vec<String>,
    /// Play the same games by other policies too, and tell what differs: `Convoy=random`, several
    /// with commas; may be given several times
    #[arg(long, value_name = "[SIDE=]NAME,…", conflicts_with_all = ["vary", "replay", "shard", "merge"])]
    pub compare: Vec<String>,
    /// Play with other numbers of one card, and show what becomes of the balance
    #[arg(long, value_name = "CARD=A..B", conflicts_with = "replay")]
    pub vary: Option<Vary>,
    /// Tell one game, by its number from 0, so that it can be followed with the printed cards
    #[arg(long, value_name = "GAME")]
    pub replay: Option<u64>,
    /// Play one part of the games, such as `3/16`, to be merged later
    #[arg(long, value_name = "PART/PARTS", value_parser = shard, conflicts_with_all = ["vary", "replay"])]
    pub shard: Option<(u64, u64)>,
    /// Merge parts that were written as JSON, instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["vary", "replay", "shard"])]
    pub merge: Vec<PathBuf>,
    /// How the results are written
    #[arg(long, value_enum, default_value_t = StudyFormat::Human)]
    pub format: StudyFormat,
    /// File for the results, instead of standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Threads to work with; all processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}

/// How the results of a simulation are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StudyFormat {
    /// For people: tables
    Human,
    /// For programs, and for merging
    Json,
    /// One page with charts
    Html,
}

/// How the results of checks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// For people: a table
    Human,
    /// An object of JSON for each game
    Json,
    /// JUnit's XML, for continuous integration
    Junit,
    /// SARIF 2.1.0, for code hosts
    Sarif,
}

/// `3/16`
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    parts
        .filter(|(part, parts)| (1..=*parts).contains(part) && *parts <= 1_000_000)
        .ok_or_else(|| format!("`{text}` is not of the form `3/16`"))
}

#[derive(Args, Debug)]
pub struct New {
    /// Folder to make; it must not exist, or be empty
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Copy this sample game instead (`deckle list games`)
    #[arg(long, value_name = "GAME")]
    pub from: Option<String>,
}

#[derive(Args, Debug)]
pub struct Calibrate {
    /// Papers, such as `a4,letter`
    #[arg(long, value_name = "PAPER", value_delimiter = ',', default_value = "a4")]
    pub paper: Vec<String>,
    /// The edge that the printer turns the paper over
    #[arg(long, value_enum, default_value_t = Edge::LongEdge)]
    pub flip: Edge,
    /// Folder for the sheet
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub out: PathBuf,
}

/// An edge of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Edge {
    /// Like the page of a book
    LongEdge,
    /// Like a calendar
    ShortEdge,
}

#[derive(Args, Debug)]
pub struct List {
    /// What to list
    #[arg(value_enum)]
    pub what: What,
}

#[derive(Args, Debug)]
pub struct Explain {
    /// The name in brackets behind `error` or `warning`; all of them if none is given
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people: sentences with the lines that they are about
    Human,
    /// For programs: an object of JSON a line, on standard output
    Json,
}

/// A part of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Pictures of the cards
    Cards,
    /// Sheets to print
    Sheets,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Card sizes
    Sizes,
    /// Papers
    Papers,
    /// Starter templates
    Templates,
    /// Shared components of templates, with their arguments
    Components,
    /// Font families
    Fonts,
    /// Icons
    Icons,
    /// Sample games
    Games,
    /// Steps, functions and everything else that rules and checks are written in
    Language,
}
