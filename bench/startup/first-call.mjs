// The first advantages.
import { calculateGrpoAdvantages } from 'upperhand';

const { advantages } = calculateGrpoAdvantages([[1, 0]]);
if (advantages.values[0] !== 0.999998000004) throw new Error(`wrong: ${advantages.values}`);
