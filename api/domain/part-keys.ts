import { canBecomeSlug, toSlug } from './slug.ts';

/** What earlier versions stored for no product. */
const NONE = 'none';

/** 'crew_yearly' of 'Crew, yearly': what placeholders and the payment provider can name. */
export function createPartKey(name: string, kind: 'product' | 'plan', taken: ReadonlySet<string>): string {
  const isTaken = (key: string) => key === NONE || [...taken].some((other) => other.toLowerCase() === key);
  const base = (canBecomeSlug(name) ? toSlug(name, 'post') : kind)
    .replaceAll('-', '_')
    .slice(0, 40)
    .replace(/^(?=\d)/, `${kind}_`);
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!isTaken(key)) return key;
  }
}
