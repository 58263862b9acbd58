/** The mean of the finite ones among some numbers; NaN of none. */
export class FiniteMean {
  #sum = 0;
  #count = 0;

  add(value: number | null): void {
    if (value === null || !Number.isFinite(value)) return;
    this.#sum += value;
    this.#count++;
  }

  get value(): number {
    return this.#sum / this.#count;
  }
}
