export type CoverArt = { palette: number; shapes: string };

const PALETTES = 5;

/** A small, even hash (FNV-1a): the same seed always draws the same cover. */
function hash(seed: string): number {
  let value = 2166136261;
  for (const character of seed) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  value ^= value >>> 15;
  value = Math.imul(value, 2246822507);
  return (value ^ (value >>> 13)) >>> 0;
}

type RandomRange = (from: number, to: number) => number;

function createSeededRandom(seed: string): RandomRange {
  let state = hash(seed) || 1;
  return (from, to) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return from + ((state >>> 0) % (to - from + 1));
  };
}

/** Classes: a and b are inks that overprint, c one that covers; l is a line in paper, f a stroke in ink. The sheet is 60 by 36. */
const fill = (ink: 'a' | 'b' | 'c', d: string) => `<path class="${ink}" d="${d}"/>`;
const line = (d: string) => `<path class="l" d="${d}"/>`;
const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0z`;

const drawings: ((dice: RandomRange) => string)[] = [hills, frond, stones, tide, rise, sails];

function hills(dice: RandomRange): string {
  const [x, y, back, front] = [dice(12, 48), dice(9, 14), dice(16, 22), dice(24, 29)];
  const ridge = (top: number, peak: number) =>
    `M0 ${top}C${peak - 14} ${top - 12} ${peak} ${top - 8} 34 ${top}S52 ${top - 7} 60 ${top - 4}V36H0z`;
  return (
    fill('c', circle(x, y, dice(6, 8))) +
    fill('b', ridge(back, dice(16, 24))) +
    fill('a', `M0 ${front - 4}C14 ${front - 9} 24 ${front + 2} 38 ${front - 1}S54 ${front - 8} 60 ${front - 7}V36H0z`) +
    line(`M0 ${front + 3}c14-5 24 6 38 3s16-7 22-6M0 ${front + 7}c14-5 24 6 38 3s16-7 22-6`)
  );
}

/** Half circles that wind inwards: a frond before it opens. */
function frond(dice: RandomRange): string {
  const [x, y] = [dice(34, 44), dice(17, 20)];
  let [r, side] = [dice(13, 15), 1];
  let d = `M0 33Q${x - r} 36 ${x - r} ${y}`;
  for (; r > 3; r -= 3, side = -side) d += `a${r} ${r} 0 01${side * 2 * r} 0`;
  const sun = fill('b', circle(dice(8, 18), dice(8, 14), dice(9, 12)));
  return `${sun}<path class="f" d="${d}"/>${fill('c', circle(x, y, 3))}`;
}

function stones(dice: RandomRange): string {
  const leaf = (x: number, y: number, s: number) => `M${x} ${y}a${s} ${s} 0 01${s} ${s} ${s} ${s} 0 01-${s}-${s}z`;
  const [x, s] = [dice(3, 9), dice(22, 25)];
  const sun = dice(4, 6);
  return (
    fill('c', circle(x + dice(24, 27), sun + 2, sun)) +
    fill('b', `M0 31h60v5H0z${leaf(x + dice(11, 14), 8, s)}`) +
    fill('a', `${leaf(x, 31 - s, s)}M${x + 50} ${31 - s}a${s} ${s} 0 01-${s} ${s} ${s} ${s} 0 01${s}-${s}z`)
  );
}

function tide(dice: RandomRange): string {
  const r = dice(5, 9);
  const row = (y: number, shift: number) =>
    `M${-shift} ${y}${`a${r} ${r} 0 01${2 * r} 0`.repeat(Math.ceil(60 / (2 * r)) + 1)}`;
  return (
    fill('c', circle(dice(14, 46), 12, dice(6, 8))) +
    fill('b', `${row(20, r)}V36H0z`) +
    fill('a', `${row(27, 0)}V36H0z`) +
    line(row(33, r))
  );
}

function rise(dice: RandomRange): string {
  const [x, r] = [dice(20, 40), dice(12, 14)];
  const arc = (radius: number) => `M${x - radius} 25a${radius} ${radius} 0 01${2 * radius} 0z`;
  return (
    fill('b', arc(r + 8)) +
    fill('a', `${arc(r)}M0 25h60v11H0z`) +
    fill('c', arc(r - 6)) +
    line(`M${x - r} 28h${2 * r}M${x - r + 4} 31h${2 * r - 8}M${x - r + 8} 34h${2 * r - 16}`)
  );
}

function sails(dice: RandomRange): string {
  const [big, small, x] = [dice(22, 26), dice(14, 18), dice(22, 30)];
  const right = (at: number, r: number) => `M${at} 30v-${r}a${r} ${r} 0 01${r} ${r}z`;
  const left = (at: number, r: number) => `M${at} 30v-${r}a${r} ${r} 0 00-${r} ${r}z`;
  return (
    fill('c', circle(dice(46, 52), dice(8, 10), 5)) +
    fill('b', left(x - 1, small) + right(x + 12, small)) +
    fill('a', `${right(x, big)}M0 30h60v6H0z`) +
    line('M0 33q5-2 10 0t10 0 10 0 10 0 10 0 10 0')
  );
}

/** The cover of a post: its drawing is derived from the seed, its colours from the category. */
export function drawCover(seed: string, categoryId: number | undefined): CoverArt {
  const dice = createSeededRandom(seed);
  const palette = (categoryId ?? hash(seed)) % PALETTES;
  const draw = drawings[dice(0, drawings.length - 1)] ?? hills;
  return { palette, shapes: draw(dice) };
}
