// Replaces one kernel with a version of its own, proves that it gives the same bits, and uses it everywhere.
//   node examples/custom-kernels/custom-kernels.mjs
import { calculateGrpoAdvantages, setKernels, withFallback } from 'upperhand';
import { checkKernels } from 'upperhand/kernels';

/** Leave-one-out for groups of four, which is all that this imaginary project has; others go to the fallback. */
function leaveOneOut(values, offsets, options, out) {
  for (let g = 1; g < offsets.length; g++) {
    const start = offsets[g - 1];
    const n = offsets[g] - start;
    if (n !== 4) {
      const group = new Uint32Array([0, n]);
      const part = values.subarray(start, start + n);
      plain.leaveOneOut(part, group, options, out.subarray(start, start + n));
      continue;
    }
    const [a, b, c, d] = values.subarray(start, start + 4);
    // The order of the sum is part of the contract: below eight values it goes left to right, from 0.
    const mean = (0 + a + b + c + d) / 4;
    const k = 4 / 3;
    out[start] = k * (a - mean);
    out[start + 1] = k * (b - mean);
    out[start + 2] = k * (c - mean);
    out[start + 3] = k * (d - mean);
  }
}

const plain = withFallback({});
const mine = withFallback({ name: 'mine', leaveOneOut });

const report = checkKernels(mine);
console.log(`${report.kernels}: ${report.checks} checks, ${report.differing} differences`);

/** Almost right: adds the values from left to right, however many they are. */
const careless = withFallback({
  name: 'careless',
  leaveOneOut(values, offsets, options, out) {
    for (let g = 1; g < offsets.length; g++) {
      const [start, end] = [offsets[g - 1], offsets[g]];
      let sum = 0;
      for (let i = start; i < end; i++) sum += values[i];
      const n = end - start;
      if (n === 1 && options.singleton !== 'member') {
        out[start] = options.singleton === 'zero' ? 0 : values[start];
        continue;
      }
      const mean = sum / n;
      for (let i = start; i < end; i++) out[i] = (n / (n - 1)) * (values[i] - mean);
    }
  },
});
const [first] = checkKernels(careless, { calls: ['leaveOneOut'] }).differences;
console.log(`careless: ${first.call}, ${first.case}: ${first.message}`);

setKernels(mine);
console.log(calculateGrpoAdvantages([[1, 0]]).advantages.toArrays());
