//! Times the kernels as native code: `upperhand-bench-native <file of float64>`.
//!
//! Each line of standard input names a case, a group size (0: one pool) and, if the results are wanted, a file for
//! them. The answer is a line with the nanoseconds that the call took; data and offsets lay in memory before.

use ndarray::ArrayViewMut1;
use std::error::Error;
use std::io::{Write, stdin, stdout};
use std::time::Instant;
use upperhand_kernels::{
    Baseline, CenterOptions, Groups, ScaleOf, Scope, SegmentSummariesMut, SingletonRule,
    StandardizeOptions, SummarizeOptions, center_in_place, leave_one_out_in_place,
    segment_summaries, standardize_in_place, summarize,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let path = std::env::args().nth(1).ok_or("usage: upperhand-bench-native <file of float64>")?;
    let bytes = std::fs::read(path)?;
    let values: Vec<f64> =
        bytes.as_chunks().0.iter().map(|&eight| f64::from_le_bytes(eight)).collect();
    let mut scratch = vec![0.0; values.len()];
    for line in stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [case, size, files @ ..] = words.as_slice() else {
            return Err("a line is: case, group size, file".into());
        };
        let offsets = offsets(values.len(), size.parse()?)?;
        scratch.copy_from_slice(&values);
        let mut found = vec![0.0; numbers_of(case, offsets.len() - 1)];
        let start = Instant::now();
        run(case, &mut scratch, &offsets, &mut found)?;
        let nanoseconds = start.elapsed().as_nanos();
        if let [file] = files {
            let results = if found.is_empty() { &scratch } else { &found };
            let bytes: Vec<u8> = results.iter().flat_map(|x| x.to_le_bytes()).collect();
            std::fs::write(file, bytes)?;
        }
        println!("{nanoseconds}");
        stdout().flush()?;
    }
    Ok(())
}

fn offsets(count: usize, size: usize) -> Outcome<Vec<u32>> {
    let size = if size == 0 { count } else { size };
    Ok((0..=count).step_by(size).map(u32::try_from).collect::<Result<_, _>>()?)
}

/// How many numbers a case gives beside the values; 0 where the results stand in their place.
fn numbers_of(case: &str, groups: usize) -> usize {
    match case {
        "summarize" => 7,
        "segment-summaries" => 4 * groups,
        _ => 0,
    }
}

fn run(case: &str, values: &mut [f64], offsets: &[u32], found: &mut [f64]) -> Outcome<()> {
    let groups = Groups::new(offsets.into(), values.len())?;
    let member = SingletonRule::Member;
    match case {
        "grpo" => standardize_in_place(values.into(), &groups, &StandardizeOptions::default())?,
        "grpo-no-std" => {
            let options = CenterOptions { baseline: Scope::Group, singleton: SingletonRule::Raw };
            center_in_place(values.into(), &groups, &options)?;
        }
        "reinforce-plus-plus-baseline" => {
            let (scale, scale_of) = (Scope::Pool, ScaleOf::Residuals);
            let options =
                StandardizeOptions { scale, scale_of, singleton: member, ..Default::default() };
            standardize_in_place(values.into(), &groups, &options)?;
        }
        "prpo" => {
            let (baseline, scale) = (Baseline::Pool, Scope::Pool);
            let options =
                StandardizeOptions { baseline, scale, singleton: member, ..Default::default() };
            standardize_in_place(values.into(), &groups, &options)?;
        }
        "rloo" => leave_one_out_in_place(values.into(), &groups, SingletonRule::Raw)?,
        "summarize" => {
            let options = SummarizeOptions { ddof: 0.0, threshold: 0.5 };
            let all = summarize((&*values).into(), &options);
            let [count, below] = [all.count, all.count_below].map(|n| n as f64);
            found.copy_from_slice(&[count, all.sum, all.mean, all.std, all.min, all.max, below]);
        }
        "segment-summaries" => {
            let mut parts = found.chunks_exact_mut(groups.len()).map(ArrayViewMut1::from);
            let (Some(mean), Some(std), Some(min), Some(max)) =
                (parts.next(), parts.next(), parts.next(), parts.next())
            else {
                return Err("no groups".into());
            };
            let out = SegmentSummariesMut { mean, std, min, max };
            segment_summaries((&*values).into(), &groups, 0.0, out)?;
        }
        _ => return Err(format!("no case {case}").into()),
    }
    Ok(())
}
