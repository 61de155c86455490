export type Random = {
  /** A whole number from 0 to below `below`. */
  below(below: number): number;
  /** True in one of so many cases. */
  oneIn(cases: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
};

/** The same numbers for the same seed, on every machine (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    oneIn: (cases) => below(cases) === 0,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
