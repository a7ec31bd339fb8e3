//! The command line: parse, run, exit.

mod args;
mod build;
mod calibrate;
mod compare;
mod explain;
mod html;
mod list;
mod message;
mod new;
mod progress;
mod report;
mod say;
mod simulate;
mod tables;
mod vary;
pub mod wrap;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Well,
    /// The game has errors, or a check failed.
    Game,
    /// The command was misused, or the machine failed.
    Machine,
    /// The person stopped it.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Well => 0,
            Exit::Game => 1,
            Exit::Machine => 2,
            Exit::Interrupted => 130,
        })
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help goes to standard output and is no error; a closed pipe is none either.
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()) * 2);
        }
    };
    let exit = match arguments.command {
        Command::Build(arguments) => build::build(&arguments),
        Command::Check(arguments) => build::check(&arguments),
        Command::Simulate(arguments) => simulate::simulate(&arguments),
        Command::New(arguments) => new::new(&arguments),
        Command::Calibrate(arguments) => calibrate::calibrate(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
    };
    let exit = if say::failed() { exit.max(Exit::Machine) } else { exit };
    exit.into()
}
