/**
 * Names that are free: a base as it is, or with a number behind it. `taken` is added to. Numbers that were found taken are not tried
 * again, so ten thousand texts of one title take ten thousand steps; of all candidates for a base at most `taken.size` can be taken, so
 * the search has an end.
 */
export function createNumberedNames(
  taken: Set<string>,
  addNumber: (base: string, number: number) => string,
): (base: string) => string {
  const lastNumbers = new Map<string, number>();
  return (base) => {
    const first = lastNumbers.get(base) ?? 1;
    for (let number = first; number <= first + taken.size; number += 1) {
      const name = number === 1 ? base : addNumber(base, number);
      if (taken.has(name)) continue;
      taken.add(name);
      lastNumbers.set(base, number);
      return name;
    }
    throw new RangeError(`Two numbers give ‘${base}’ the same name.`);
  };
}
