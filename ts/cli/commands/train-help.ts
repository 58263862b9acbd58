/** What `upperhand train --help` says below the options. */
export const trainHelp: string = `
The config is read as rLLM reads it: files that its defaults name (in its own folder), overrides by
Hydra's grammar, interpolations such as \${rllm.data.seed} and \${oc.env:NAME,default}. All problems
are told at once, with their places. Sections of other backends are listed once and ignored.

  config: ./agent.ts          the module of the run; paths in a file count from that file
  data: {train_files: x.jsonl, val_files: y.jsonl}   tasks, a JSON object a line
  rllm: {trainer: {total_epochs: 3}, rollout: {n: 8}, …}

The module exports workflow (a function (task, ctx) or a class), trainDataset and valDataset
(unless there are files), and backend (an object, a class, or a function that makes one), or
respond, which plays a model for rllm.backend: scripted. It may export scorer, workflowArgs,
trackers, trajGroupingHook, trajGroupAdvEstimatorMap, store and executor, too. Where the runtime runs
no TypeScript by itself, tsx must be installed beside the module.

On a terminal a bar shows the step, the rollouts of the batch, reward, pass@1, rollouts a second and
the time left; elsewhere there is a line a step. Both go to stderr, what trackers print to stdout.
Ctrl-C stops the run after the step in work; a second one quits at once.

With a backend that has checkpoints (saveState), the run is saved every rllm.trainer.save_freq steps and
at its end, in the run folder, and the same command goes on from the latest checkpoint. A damaged one
is refused; rllm.trainer.resume_mode=disable starts anew, resume_path goes on from another one.

Exit status:
  0    the run came to its end
  1    it failed, or its folder or its output could not be written
  2    the command line, the config or the module is wrong; nothing was run
  3    it was stopped before its end, after a whole step
  130  Ctrl-C was pressed twice

Examples:
  upperhand train run.yaml
  upperhand train run.yaml rllm.trainer.total_epochs=1 'rllm.trainer.logger=[console,tensorboard]' --out runs/1
  upperhand train run.yaml --out runs/1 --resume
  upperhand train agent.ts rllm.rollout.n=4 --json`;
