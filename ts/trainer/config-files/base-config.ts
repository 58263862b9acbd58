/**
 * The values of rLLM's base.yaml that are read here, under their keys. They are the defaults of `TrainerConfig` too: a
 * file need not repeat them, and this is what overrides and interpolations find where a file does not.
 */
export const BASE_CONFIG: string = `
rllm:
  algorithm:
    adv_estimator: grpo
    norm_adv_by_std_in_grpo: true
    use_precomputed_advantage: false
    loss_fn: null
    loss_agg_mode: null
    lr_schedule: constant
    warmup_steps: -1
    warmup_steps_ratio: 0.0
    kl_beta: 0.0
    eps_clip: 0.2
    eps_clip_high: null
    router_replay: disabled
    rollout_correction: {tis_mode: null, bypass_mode: null, tis_cap: 2.0}
  stepwise_advantage: {mode: broadcast}
  transform:
    impute_missing_names: true
    default_traj_name: default_traj_name
    drop_unnamed_traj: false
    broadcast: true
    id_separator: last
  compact_filtering:
    enable: false
    mask_max_prompt_length_exceeded: true
    mask_max_response_length_exceeded: true
    mask_env_done: false
    mask_max_turns_exceeded: true
    mask_timeout: true
    mask_unknown: false
    mask_error: true
    mask_agent_setup_timeout: false
    mask_env_start_timeout: false
    mask_verifier_timeout: false
    mask_grading_error: false
    mask_sandbox_error: false
    mask_model_error: false
  rejection_sample:
    enable: false
    mode: null
    multiplier: 1
    min_partial_solve_tasks: 1
    min_trajs_per_group: 2
    filter_uniform_groups: false
  data:
    train_batch_size: 64
    val_batch_size: -1
    max_prompt_length: 2048
    max_response_length: 30720
    seed: 0
  workflow:
    workflow_args: {}
    n_parallel_tasks: 256
    retry_limit: 3
    retry_backoff: 0
    raise_on_error: true
  rollout:
    n: 8
    n_val: 1
    train: {temperature: 1.0, top_p: 1.0, max_tokens: "\${rllm.data.max_response_length}"}
    val: {temperature: 1.0, top_p: 1.0, max_tokens: "\${rllm.data.max_response_length}"}
  trainer:
    total_epochs: 10
    total_batches: -1
    logger: [console]
    project_name: rllm-training
    experiment_name: default
    test_freq: 5
    save_freq: 20
    default_local_dir: null
    resume_mode: auto
    resume_from_path: null
    val_before_train: false
    val_only: false
  episode_logging:
    log_episodes: false
    episode_log_dir: logs/\${rllm.trainer.project_name}/\${rllm.trainer.experiment_name}
  async_training:
    enable: false
    mini_batch_size: 1
    fwd_bwd_group_size: null
    staleness_threshold: 0.0
    trigger_parameter_sync_step: 1
    partial_rollout: true
    episode_offload_dir: null
    trajectory_group_offload_dir: null
`;

/** What a file may say beside, without a default: the module with the workflow, the backend, files of tasks. */
export const OTHER_KEYS: readonly string[] = [
  'config',
  'rllm.backend',
  'training.default_local_dir',
  'training.resume_mode',
  'training.resume_from_path',
  'data.train_files',
  'data.val_files',
];
