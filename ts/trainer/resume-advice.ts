import type { Naming } from '../config/field-names.ts';

/** What to say to a run that is to begin anew, in the words in which its config was given. */
export function anewAdvice(naming: Naming): string {
  return naming === 'file'
    ? 'rllm.trainer.resume_mode=disable starts anew'
    : "trainer: { resumeMode: 'disable' } starts anew";
}

/** What to say to a run that is to go on from that checkpoint. */
export function resumeAdvice(naming: Naming, path: string): string {
  const said =
    naming === 'file'
      ? `rllm.trainer.resume_mode=resume_path with rllm.trainer.resume_from_path=${path}`
      : `trainer: { resumeMode: 'resume_path', resumeFromPath: '${path}' }`;
  return `${said} goes on from there`;
}
