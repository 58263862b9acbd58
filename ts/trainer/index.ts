export { ScriptedBackend } from '../backends/scripted/scripted-backend.ts';
export { StatefulTaskDataLoader } from '../datasets/stateful-task-data-loader.ts';
export { TrainerState } from './trainer-state.ts';
