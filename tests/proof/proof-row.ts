/** One promise of SECURITY.md or DESIGN.md, and how it is shown at full size. */
export type ProofRow = TestRow | CommandRow | BenchRow;

type Row = {
  /** The ids that the tests carry, or a name. Unique. */
  id: string;
  /** What must hold, as a sentence. */
  shows: string;
};

/** Tests that run in parts at full size (`chooseSize`), each with a seed of its own, so that a long proof can stop and go on. */
export type TestRow = Row & {
  kind: 'tests';
  /** The full size, for people. */
  target: string;
  parts: number;
  /** Every project of these files. */
  files: string[];
  /** Only tests whose name matches this regular expression. */
  title?: string;
  settings?: (part: number) => Record<string, string>;
};

/** A command that ends with 0 when it found nothing; a line of its output that begins with FINDING says what it found. */
export type CommandRow = Row & {
  kind: 'command';
  target: string;
  parts: number;
  /** What Node runs. */
  command: (part: number) => string[];
};

/** A bench and the figures of its result that have a target. */
export type BenchRow = Row & {
  kind: 'bench';
  /** What follows `npm run bench --`. */
  options: string[];
  figures: Figure[];
};

export type Figure = {
  name: string;
  unit: string;
  /** Where it is in the result, keys with dots between. A list counts as its length. */
  at: string;
  target: { atMost: number } | { atLeast: number };
};

export type PartResult = {
  part: number;
  /** When it ended, ISO 8601 UTC. */
  at: string;
  commit: string;
  machine: string;
  seconds: number;
  /** `left out`: nothing of it can run on this machine. */
  outcome: 'passed' | 'failed' | 'left out';
  /** Of tests what failed, or how many passed. Of a bench nothing, or why it failed. */
  detail: string;
  /** Figures of a bench by their path. */
  figures?: Record<string, number>;
};

export const countParts = (row: ProofRow) => (row.kind === 'bench' ? 1 : row.parts);

/** @throws when the result has no such figure: a figure that was renamed must not pass. */
export function readFigure(result: unknown, at: string): number {
  let value = result;
  for (const key of at.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key];
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`The result has no figure ${at}.`);
  return value;
}

export function isMet({ target }: Figure, value: number): boolean {
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}
