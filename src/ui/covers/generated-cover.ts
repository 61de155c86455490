import { type CoverMotif, defaultCoverMotif } from '#api/domain/cover-motifs.ts';

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

/** A cover shows one of the drawings of its motif. */
const drawings: Record<CoverMotif, readonly ((dice: RandomRange) => string)[]> = {
  hills: [hills, frond, stones, tide, rise, sails],
  harbour: [quay, lighthouse],
  waves: [swell, tide, breakers],
  routes: [coast, crossing],
  sails: [sails, regatta],
};

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

/** Mountains behind a harbour: a jagged line over the whole width. */
function mountains(dice: RandomRange, foot: number): string {
  const peaks = [dice(6, 12), dice(22, 28), dice(38, 44), dice(52, 57)];
  const ridge = peaks.map((x) => `L${x} ${dice(7, 14)}L${x + dice(4, 6)} ${dice(16, 20)}`).join('');
  return fill('b', `M0 ${dice(14, 19)}${ridge}L60 ${dice(12, 18)}V${foot}H0z`);
}

const ripples = (y: number) => line(`M0 ${y}q5-2 10 0t10 0 10 0 10 0 10 0 10 0`);

function quay(dice: RandomRange): string {
  let houses = '';
  for (let x = dice(4, 26), left = dice(3, 5); left > 0; left -= 1) {
    const [width, height, roof] = [dice(4, 6), dice(5, 9), dice(2, 3)];
    houses += `M${x} 25v-${height}l${width / 2}-${roof} ${width / 2} ${roof}v${height}z`;
    x += width;
  }
  return (
    fill('c', circle(dice(8, 52), dice(6, 8), dice(4, 5))) +
    mountains(dice, 25) +
    fill('a', `${houses}M0 25h60v11H0z`) +
    ripples(29) +
    ripples(33)
  );
}

function lighthouse(dice: RandomRange): string {
  const [x, top] = [dice(14, 44), dice(7, 10)];
  const tower = `M${x - 2} ${top + 4}h4l2 ${24 - top}h-8zM${x - 3} ${top + 3}v-3h6v3z`;
  return (
    mountains(dice, 27) +
    fill('c', circle(x, top, dice(5, 7))) +
    fill('a', `${tower}M${x - 12} 28q12-5 24 0zM0 27h60v9H0z`) +
    ripples(31) +
    ripples(34)
  );
}

function swell(dice: RandomRange): string {
  const crest = (y: number, height: number, shift: number) =>
    `M${-shift} ${y}c10-${height} 20-${height} 30 0s20 ${height / 2} 30 0 20-${height} 30 0 20 ${height / 2} 30 0V36H${-shift}z`;
  const [far, near] = [dice(16, 19), dice(24, 27)];
  return (
    fill('c', circle(dice(10, 50), dice(7, 10), dice(4, 6))) +
    fill('b', crest(far, dice(8, 14), dice(0, 28))) +
    fill('a', crest(near, dice(8, 12), dice(0, 28))) +
    ripples(33)
  );
}

/** Waves that curl over at the top. */
function breakers(dice: RandomRange): string {
  const curl = (x: number, y: number, r: number) =>
    `M${x - 3 * r} 36Q${x - 2 * r} ${y} ${x} ${y}a${r} ${r} 0 01${r} ${r} ${r / 2} ${r / 2} 0 01-${r} 0Q${x - r / 2} 32 ${x + 2 * r} 36z`;
  const [x, r] = [dice(22, 30), dice(8, 10)];
  return (
    fill('c', circle(dice(44, 52), dice(7, 9), dice(4, 5))) +
    fill('b', curl(x + dice(14, 18), dice(14, 17), r)) +
    fill('a', `${curl(x - 4, dice(9, 12), r)}M0 32h60v4H0z`) +
    ripples(34)
  );
}

/** Dots from port to port. */
const route = (from: number, to: number, height: number) => {
  let dots = '';
  for (let step = 1; step < 8; step += 1) {
    const part = step / 8;
    const y = 30 - part * height - Math.sin(part * Math.PI) * 4;
    dots += `M${Math.round(from + (to - from) * part)} ${Math.round(y)}h0`;
  }
  return `<path class="f" d="${dots}"/>`;
};

function coast(dice: RandomRange): string {
  const [from, to, height] = [dice(8, 16), dice(46, 54), dice(16, 21)];
  const land = `M0 0h${dice(12, 20)}q${dice(6, 9)} ${dice(6, 9)} 0 ${dice(11, 14)}t${dice(4, 8)} ${dice(8, 11)}-8 16H0z`;
  return (
    fill('b', land) +
    fill('a', `${circle(from, 30, 4)}M60 ${dice(18, 24)}q-${dice(8, 13)} 2-${dice(9, 13)} 8t-8 10h30z`) +
    route(from, to, height) +
    fill('c', circle(to, 30 - height, dice(4, 5)))
  );
}

function crossing(dice: RandomRange): string {
  const [from, to] = [dice(7, 12), dice(48, 53)];
  const [x, y] = [dice(24, 34), dice(9, 13)];
  return (
    fill('b', `${circle(x, y, dice(6, 8))}${circle(x + 12, y + dice(9, 12), dice(4, 6))}`) +
    fill('a', `M0 20q${dice(8, 12)} 1 ${dice(11, 15)} 8t10 8H0zM60 0v${dice(12, 17)}q-10 0-${dice(11, 14)}-8t-8-8z`) +
    route(from, to, dice(17, 21)) +
    fill('c', circle(to, 10, dice(4, 5)))
  );
}

function regatta(dice: RandomRange): string {
  const boat = (x: number, y: number, size: number) => `M${x} ${y}v-${size}q${size} ${size / 2} ${size} ${size}z`;
  const jib = (x: number, y: number, size: number) =>
    `M${x - 1} ${y}v-${size}q-${size / 2} ${size / 2}-${size / 2} ${size}z`;
  const [near, far] = [dice(20, 38), dice(6, 12)];
  const [big, small] = [dice(17, 22), dice(9, 12)];
  return (
    fill('c', circle(dice(46, 54), dice(6, 9), dice(4, 5))) +
    fill('b', boat(far, 29, small) + jib(far, 29, small) + boat(dice(44, 50), 29, small - 3) + jib(near, 29, big - 3)) +
    fill('a', `${boat(near, 29, big)}M0 29h60v7H0z`) +
    ripples(33)
  );
}

/** The cover of a post: its drawing is derived from the seed, its colours from the category. */
export function drawCover(
  seed: string,
  categoryId: number | undefined,
  motif: CoverMotif = defaultCoverMotif,
): CoverArt {
  const dice = createSeededRandom(seed);
  const palette = (categoryId ?? hash(seed)) % PALETTES;
  const choices = drawings[motif];
  const draw = choices[dice(0, choices.length - 1)] ?? hills;
  return { palette, shapes: draw(dice) };
}
