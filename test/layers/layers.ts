/** The layers of the architecture, lowest first: folders of `ts/`. A file imports from its own and lower ones. */
export const layers: readonly (readonly string[])[] = [
  ['errors', 'types'],
  ['kernels'],
  ['metrics', 'estimators', 'losses'],
  ['config', 'grouping', 'advantage'],
  ['platform', 'rollouts', 'datasets', 'workflow', 'tracking', 'tokens'],
  ['trainer', 'backends'],
  ['report', 'cli', 'web'],
];

/** Layers below this one import no package and no `node:` module. */
export const firstLayerWithPackages = 4;
