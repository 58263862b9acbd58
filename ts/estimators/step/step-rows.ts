/** What step-level estimators take: the steps of all trajectories of a call, those of one trajectory in their order. */
export interface StepRows {
  /** Trajectories of one group are compared with each other. [steps] */
  readonly groups: readonly unknown[];
  /** Which trajectory of its group a step belongs to. [steps] */
  readonly trajectories: readonly unknown[];
  /** In which state of the environment each step began. [steps] */
  readonly states: readonly (string | number | boolean)[];
  /** What a step and all that came after it earned, discounted (`stepReturns`). [steps] */
  readonly returns: ArrayLike<number>;
  /** What the trajectory of each step earned. Needed where `trajectory` of the spec is. [steps] */
  readonly outcomes?: ArrayLike<number>;
}
