import type { Random } from '../random/seeded-random.ts';

/** Ranges of characters that parsers, collations and databases treat apart; each text of a fuzzed call is made of one or two. */
const RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f],
  [0x20, 0x2f],
  [0x30, 0x39],
  [0x3a, 0x40],
  [0x41, 0x7a],
  [0x7b, 0x9f],
  [0xc0, 0x24f],
  [0x300, 0x36f],
  [0x590, 0x6ff],
  [0x2000, 0x206f],
  [0xd800, 0xdfff],
  [0xe000, 0xe0ff],
  [0xfe00, 0xfeff],
  [0x1f300, 0x1f6ff],
  [0x10_ff00, 0x10_ffff],
];

/** Up to `maxLength` characters, half of the time a few. Surrogates may stand alone. */
export function generateText(random: Random, maxLength = 12_000): string {
  const ranges = [random.pick(RANGES), random.pick(RANGES)];
  const length = random.oneIn(20) ? random.below(maxLength) : random.below(12);
  let text = '';
  for (let at = 0; at < length; at += 1) {
    const [from, to] = random.pick(ranges);
    text += String.fromCodePoint(from + random.below(to - from + 1));
  }
  return text;
}

/** A number at or beside a bound of integers, doubles and dates, of either sign. */
export function generateNumber(random: Random): number {
  const size = 2 ** random.pick([0, 1, 7, 8, 15, 16, 31, 32, 43, 52, 53, 54, 62, 63, 64, 400, 1_000]);
  const number = size + random.pick([-1, 0, 1, 0.5]);
  return random.oneIn(2) ? number : -number;
}

/** Any JSON, up to `depth` levels deep. */
export function generateJson(random: Random, depth = 2): unknown {
  const kind = random.below(depth > 0 ? 9 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.oneIn(2);
  if (kind === 2) return generateNumber(random);
  if (kind < 6) return generateText(random);
  const items = Array.from({ length: random.below(4) }, () => generateJson(random, depth - 1));
  if (kind < 8) return items;
  return Object.fromEntries(items.map((item) => [generateText(random, 40), item]));
}

type Container = Record<string, unknown> | unknown[];
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** A copy of a JSON value that is changed at one place: replaced, taken away, wrapped, repeated, retyped, or with one key more. */
export function mutateJson(random: Random, value: unknown): unknown {
  if (!isContainer(value) || random.oneIn(6)) return replaceValue(random, value);
  if (random.oneIn(8)) return addItem(random, value);
  const keys = Object.keys(value);
  if (keys.length === 0) return addItem(random, value);
  const key = random.pick(keys);
  if (Array.isArray(value)) {
    const items = [...value];
    if (random.oneIn(6)) items.splice(Number(key), 1);
    else items[Number(key)] = mutateJson(random, items[Number(key)]);
    return items;
  }
  const { [key]: item, ...rest } = value;
  return random.oneIn(6) ? rest : { ...rest, [key]: mutateJson(random, item) };
}

function replaceValue(random: Random, value: unknown): unknown {
  const kind = random.below(8);
  if (kind === 0) return [value];
  if (kind === 1) return { [generateText(random, 20)]: value };
  if (kind === 2) return JSON.stringify(value);
  if (kind === 3 && typeof value === 'number') return -value;
  if (kind === 3 && typeof value === 'string') return value + generateText(random);
  if (kind === 4 && typeof value === 'string') return value.slice(random.below(value.length + 1));
  if (kind === 5 && typeof value === 'string') return Number(value);
  return generateJson(random);
}

function addItem(random: Random, value: Container): unknown {
  if (!Array.isArray(value)) return { ...value, [generateText(random, 20)]: generateJson(random) };
  const item = value.length > 0 && random.oneIn(2) ? random.pick(value) : generateJson(random);
  return [...value, ...Array.from({ length: random.oneIn(4) ? 600 : 1 }, () => item)];
}
