import type { IdSeparator } from './ids.ts';

/** Section `rllm.transform`: how episodes become trajectory groups. */
export interface TransformConfig {
  /** Unnamed trajectories are called `{defaultTrajName}_{position in the episode}`. Default true. */
  readonly imputeMissingNames: boolean;
  /** The name that counts as none. Default `'default_traj_name'`. */
  readonly defaultTrajName: string;
  /** Unnamed trajectories leave their episode; only where names are not imputed. Default false. */
  readonly dropUnnamedTraj: boolean;
  /** One reward a trajectory (true, the default), or the same number of steps in each trajectory of a group. */
  readonly broadcast: boolean;
  /** Where ids are cut. Default `'last'`. */
  readonly idSeparator: IdSeparator;
}
