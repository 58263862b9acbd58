use crate::*;
use wasm_bindgen_test::wasm_bindgen_test;

fn put(words: &[u32], floats: &[f32]) {
    assert_eq!(reserve(words.len() as u32, floats.len() as u32), 0);
    look(|host| {
        host.words[..words.len()].copy_from_slice(words);
        host.floats[..floats.len()].copy_from_slice(floats);
    });
}

fn out_words() -> Vec<u32> {
    look(|host| host.out.words.clone())
}

fn fresh() {
    assert_eq!(create(1, 8, 2, 16, 6, 5, 9, 0), 0);
}

#[test]
#[wasm_bindgen_test]
fn calls_before_a_policy_are_refused() {
    look(|host| host.policy = None);
    assert_eq!(score(0, 0, 1.0, 0), 19);
    assert_eq!(parameter_count(), 0);
}

#[test]
#[wasm_bindgen_test]
fn a_config_out_of_range_is_told() {
    assert_eq!(create(1, 8, 2, 16, 0, 5, 9, 0), 1);
    assert_eq!((problem_at(), problem_got()), (4, 0));
    assert_eq!(create(1, 8, 3, 16, 4, 5, 9, 0), 2);
    assert_eq!(create(64, 4096, 1, 16_384, 4, 5, 9, 0), 3);
}

#[test]
#[wasm_bindgen_test]
fn sampling_through_sessions_and_at_once_agree() {
    fresh();
    let key = |sample| [3, 0, 0, 0, sample, 0];
    let prompt = [0, 2, 1, 2];
    put(&[&prompt[..], &key(0), &key(1), &[4]].concat(), &[]);
    assert_eq!(sample(1, 2, 2, 1, 0, 1.0, 0, 1.0), 0);
    let at_once = out_words();
    assert_eq!(at_once[..3], [0, 4, 8]);
    assert_eq!(at_once[11..], [1, 1]);

    put(&[&prompt[..], &key(0)].concat(), &[]);
    assert_eq!(open(1, 2), 0);
    let [first] = out_words()[..] else { panic!("one session") };
    put(&key(1), &[]);
    assert_eq!(fork(first, 1), 0);
    let [second] = out_words()[..] else { panic!("one session") };
    put(&[first, second, 4], &[]);
    assert_eq!(generate(2, 1, 0, 1.0, 0, 1.0), 0);
    assert_eq!(out_words(), at_once);
    put(&[first, second], &[]);
    assert_eq!(drop_sessions(2), 0);
    assert_eq!(session_count(), 0);
}

#[test]
#[wasm_bindgen_test]
fn training_changes_the_state_and_back() {
    fresh();
    assert_eq!(export_state(), 0);
    let before = out_words();
    put(&[0, 4, 1, 2, 3, 4], &[-1.0; 4]);
    assert_eq!(forward_backward(1, 4, 1.0, 0), 0);
    assert_eq!(optim_step(0.01, 0.9, 0.95, 1e-8, 0.0, 1.0), 0);
    assert!(result() > 0.0);
    assert_eq!(steps(), 1.0);
    assert_eq!(export_state(), 0);
    assert_ne!(out_words(), before);
    put(&before, &[]);
    assert_eq!(import_state(before.len() as u32), 0);
    assert_eq!(export_state(), 0);
    assert_eq!(out_words(), before);
    assert_eq!(steps(), 0.0);
}
