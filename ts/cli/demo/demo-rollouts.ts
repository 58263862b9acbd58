/** Hand-made rollouts, in a file format that `upperhand advantages` reads: six tasks, one for each thing to see. */
export const demoRollouts = `\
{"task_id": "sort-list", "name": "solver", "rollout_idx": 0, "reward": 1}
{"task_id": "sort-list", "name": "solver", "rollout_idx": 1, "reward": 0}
{"task_id": "sort-list", "name": "solver", "rollout_idx": 2, "reward": 0}
{"task_id": "sort-list", "name": "solver", "rollout_idx": 3, "reward": 0}
{"task_id": "plan-trip", "name": "solver", "rollout_idx": 0, "reward": 0.2}
{"task_id": "plan-trip", "name": "solver", "rollout_idx": 1, "reward": 0.9}
{"task_id": "plan-trip", "name": "solver", "rollout_idx": 2, "reward": 0.4}
{"task_id": "plan-trip", "name": "solver", "rollout_idx": 3, "reward": 0.7}
{"task_id": "fix-typo", "name": "solver", "rollout_idx": 0, "reward": 1}
{"task_id": "fix-typo", "name": "solver", "rollout_idx": 1, "reward": 1}
{"task_id": "fix-typo", "name": "solver", "rollout_idx": 2, "reward": 1}
{"task_id": "prove-lemma", "name": "solver", "rollout_idx": 0, "reward": 0}
{"task_id": "prove-lemma", "name": "solver", "rollout_idx": 1, "reward": 0}
{"task_id": "prove-lemma", "name": "solver", "rollout_idx": 2, "reward": 0}
{"task_id": "write-poem", "name": "solver", "rollout_idx": 0, "reward": 0.5}
{"task_id": "write-poem", "name": "solver", "rollout_idx": 1, "reward": 0.5}
{"task_id": "write-poem", "name": "solver", "rollout_idx": 2, "reward": 0.5}
{"task_id": "ask-once", "name": "solver", "rollout_idx": 0, "reward": 0.7}
`;
