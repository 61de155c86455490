import { toSlug } from './slug.ts';

/** 'crew_yearly' of 'Crew, yearly': what placeholders and the payment provider can name. */
export function createPartKey(name: string, kind: 'product' | 'plan', taken: ReadonlySet<string>): string {
  const isTaken = (key: string) => [...taken].some((other) => other.toLowerCase() === key);
  const base = toSlug(name, 'post')
    .replaceAll('-', '_')
    .slice(0, 40)
    .replace(/^(?=\d)/, `${kind}_`);
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!isTaken(key)) return key;
  }
}
