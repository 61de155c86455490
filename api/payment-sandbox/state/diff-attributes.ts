import { isDeepStrictEqual } from 'node:util';

/** The former values of the keys that differ. Within objects only what differs is listed; arrays are listed whole. */
export function diffAttributes(before: object, after: object): Record<string, unknown> {
  const previous: Record<string, unknown> = {};
  const formerValues = before as Record<string, unknown>;
  for (const [key, value] of Object.entries(after)) {
    const former = formerValues[key] ?? null;
    if (isDeepStrictEqual(former, value ?? null)) continue;
    previous[key] = isPlain(former) && isPlain(value) ? diffAttributes(former, value) : former;
  }
  for (const key of Object.keys(before)) if (!(key in after)) previous[key] = formerValues[key];
  return previous;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
