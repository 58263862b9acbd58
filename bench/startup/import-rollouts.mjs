// The readers of rollout files loaded, nothing used.
import 'upperhand/rollouts';
