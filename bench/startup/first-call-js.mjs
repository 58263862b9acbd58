// The first advantages, without WebAssembly.
import { calculateGrpoAdvantages } from 'upperhand';
import { jsKernels } from 'upperhand/kernels';

const { advantages } = calculateGrpoAdvantages([[1, 0]], { kernels: jsKernels });
if (advantages.values[0] !== 0.999998000004) throw new Error(`wrong: ${advantages.values}`);
