//! The kernels against what the Python originals returned, bit for bit.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use support::bits::{difference, same};
use support::calls;
use support::estimators::estimate;
use support::golden::{array, records, say, scalar};
use support::splitmix::SplitMix64;

#[derive(Default)]
struct Tally {
    compared: usize,
    values: usize,
    failures: Vec<String>,
    set_aside: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn compare(&mut self, what: String, got: &[f64], expected: &[f64]) {
        self.compared += 1;
        self.values += expected.len();
        if let Some(difference) = difference(got, expected) {
            self.failures.push(format!("{what}: {difference}"));
        }
    }

    fn set_aside(&mut self, why: &'static str) {
        *self.set_aside.entry(why).or_default() += 1;
    }

    fn finish(self, file: &str) {
        let failures = self.failures.len();
        say(&format!(
            "golden: {file}: {} results, {} values compared, {failures} failures; set aside: {:?}",
            self.compared, self.values, self.set_aside
        ));
        assert!(self.compared > 0, "{file} had nothing to compare");
        let shown: Vec<String> = self.failures.into_iter().take(10).collect();
        assert!(failures == 0, "{failures} failures, first:\n{}", shown.join("\n"));
    }
}

fn generated(gen_: &Value) -> Vec<f64> {
    assert_eq!(gen_["algorithm"], "splitmix64-bits");
    let seed = gen_["seed"].as_str().expect("a seed").parse().expect("a decimal seed");
    let number = |name: &str| gen_[name].as_u64().expect("a number");
    SplitMix64(seed).floats(number("n") as usize, number("span"))
}

/// Values and offsets of a list of arrays.
fn flat(groups: &Value) -> (Vec<f64>, Vec<u32>) {
    let groups: Vec<Vec<f64>> = groups.as_array().expect("groups").iter().map(array).collect();
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    (groups.concat(), calls::offsets_of(&sizes))
}

#[test]
fn estimators() {
    let Some(records) = records("estimators.jsonl") else { return };
    let mut tally = Tally::default();
    let mut inputs = HashMap::new();
    for record in &records {
        if record["record"] == "input" {
            inputs.insert(record["id"].as_str().expect("an id"), flat(&record["rewards"]));
            continue;
        }
        let (values, offsets) = &inputs[record["input"].as_str().expect("an input")];
        let (name, version) = (record["estimator"].as_str().expect("a name"), &record["version"]);
        let (args, expect) = (&record["args"], &record["expect"]);
        let by_std = args["norm_adv_by_std_in_grpo"].as_bool().unwrap_or(true);
        let mut epsilon = args["epsilon"].as_f64().unwrap_or(1e-6);
        if version != "head" {
            // HEAD's grpo takes no epsilon; the seed's does, by another name.
            epsilon = args["episilon"].as_f64().unwrap_or(epsilon);
        }
        let got = estimate(name, by_std, epsilon, values, offsets);
        if expect["error"].is_object() {
            if offsets.len() == 1 {
                // Python cannot unpack the pairs of no groups; ours is an empty result.
                assert!(got.is_empty());
                tally.set_aside("no groups: an error there, an empty result here");
            } else {
                // The record of HEAD with the same id says what it should be.
                assert!(
                    version == "seed" && name == "rloo",
                    "{}: an error unlooked for",
                    record["id"]
                );
                tally.set_aside("the seed's rloo fails on lone or empty groups: HEAD's value here");
            }
            continue;
        }
        let what = format!("{} {name} of {version}", record["id"]);
        if expect["same_as_input"] == true {
            tally.compare(what, &got, values);
        } else {
            let (expected, expected_offsets) = flat(&expect["advantages"]);
            assert_eq!(&expected_offsets, offsets, "{what}: sizes");
            tally.compare(what, &got, &expected);
        }
    }
    tally.finish("estimators.jsonl");
}

#[test]
fn helpers() {
    let Some(records) = records("helpers.jsonl") else { return };
    let mut tally = Tally::default();
    for record in &records {
        let values = array(&record["rewards"]);
        let offsets = calls::offsets_of(&[values.len()]);
        let epsilon = record["episilon"].as_f64().expect("an epsilon");
        for (helper, expect) in record["expect"].as_object().expect("helpers") {
            let (name, by_std) = match helper.as_str() {
                "grpo_std" => ("grpo", true),
                "grpo_centre" => ("grpo", false),
                name => (name, true),
            };
            let got = estimate(name, by_std, epsilon, &values, &offsets);
            let what = format!("{} {helper} of {}", record["id"], record["version"]);
            tally.compare(what, &got, &array(&expect["advantages"]));
        }
    }
    tally.finish("helpers.jsonl");
}

#[test]
fn large() {
    let Some(records) = records("large.jsonl") else { return };
    let mut tally = Tally::default();
    for record in &records {
        let values = generated(&record["gen"]);
        let size = |size: &Value| size.as_u64().expect("a size") as usize;
        let sizes: Vec<usize> =
            record["sizes"].as_array().expect("sizes").iter().map(size).collect();
        let offsets = calls::offsets_of(&sizes);
        for (case, expect) in record["expect"].as_object().expect("estimators") {
            let (name, by_std) =
                case.strip_suffix("/centre").map_or((case.as_str(), true), |name| (name, false));
            let got = estimate(name, by_std, 1e-6, &values, &offsets);
            if expect["error"].is_object() {
                assert!(offsets.len() == 1 && got.is_empty(), "{case}: an error unlooked for");
                tally.set_aside("no groups: an error there, an empty result here");
                continue;
            }
            let what = format!("{} {case}", record["id"]);
            let (first, last) = (array(&expect["first"]), array(&expect["last"]));
            tally.compare(format!("{what}, first"), &got[..first.len()], &first);
            tally.compare(format!("{what}, last"), &got[got.len() - last.len()..], &last);
            let summary = calls::summarize(&got, 0.0, 0.0);
            let moments = ["mean", "std"].map(|name| scalar(&expect[name]).expect("a number"));
            tally.compare(format!("{what}, mean and std"), &[summary.mean, summary.std], &moments);

            let bytes: Vec<u8> = got.iter().flat_map(|x| x.to_be_bytes()).collect();
            let hash: String =
                Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            tally.values += got.len();
            if expect["sha256_of_big_endian_doubles"] != hash {
                tally.failures.push(format!("{what}: the hash of all {} differs", got.len()));
            }
        }
    }
    tally.finish("large.jsonl");
}

#[test]
fn reductions() {
    let file = "reductions-numpy-2.5.5.jsonl";
    let Some(records) = records(file) else { return };
    let mut tally = Tally::default();
    for (line, record) in records.iter().enumerate() {
        let values = match &record["gen"] {
            Value::Null => array(&record["values"]),
            gen_ => generated(gen_),
        };
        let (got, got_1) =
            (calls::summarize(&values, 0.0, 0.0), calls::summarize(&values, 1.0, 0.0));
        let pairs = [
            ("sum", got.sum),
            ("mean", got.mean),
            ("std", got.std),
            ("std_ddof1", got_1.std),
            ("min", got.min),
            ("max", got.max),
        ];
        for (name, got) in pairs {
            let Some(expected) = scalar(&record[name]) else {
                tally.set_aside("a statistic that NumPy refuses, or that the record does not have");
                continue;
            };
            // Which zero is the least is not defined there; here it is +0.
            let zeros = expected == 0.0 && matches!(name, "min" | "max");
            assert!(!zeros || same(got, 0.0), "line {line}: {name} is not +0");
            let expected = if zeros { 0.0 } else { expected };
            tally.compare(format!("line {}, {name}", line + 1), &[got], &[expected]);
        }
        for name in ["p10", "p50", "p90"] {
            if !record[name].is_null() {
                tally.set_aside("percentiles, which are no kernel");
            }
        }
    }
    tally.finish(file);
}
