//! The policy over burn-flex as native code: `upperhand-bench-burn <folder of the task>`.

use std::error::Error;
use std::path::PathBuf;
use upperhand_bench_burn::contender::Burn;
use upperhand_bench_burn::task::{Task, serve};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("usage: upperhand-bench-burn <folder>")?;
    let task = Task::read(&PathBuf::from(folder))?;
    serve(&task, &mut Burn::new(&task))
}
