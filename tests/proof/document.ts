import {
  type BenchRow,
  countParts,
  type Figure,
  isMet,
  type PartResult,
  type ProofRow,
  type CommandRow,
  type TestRow,
} from './proof-row.ts';
import type { Results } from './results.ts';

export type Section = { title: string; rows: ProofRow[] };
type LeftOut = { id: string; shows: string; reason: string };
type Contents = { sections: Section[]; leftOut: LeftOut[]; results: Results };

/** `docs/proof.md` from what was measured so far. */
export function writeDocument({ sections, leftOut, results }: Contents): string {
  const rows = sections.flatMap((section) => section.rows);
  const missing = rows.filter(({ id }) => !results[id]?.length);
  const measured = rows.flatMap(({ id }) => results[id] ?? []);
  return [
    '# Proof',
    'What SECURITY.md and the design promise, tried at full size. `npm run proof` runs what has no result yet and writes this file; the results are in `proof.json` beside it. `npm run proof -- F1 T42` runs only these, `--again` from the start; `--parts 1` runs at most one more part of each.',
    ...describeMachines(measured),
    ...sections.flatMap(({ title, rows: those }) => [`## ${title}`, ...writeTables(those, results)]),
    '## Left out',
    ...writeList(leftOut.map(({ id, shows, reason }) => `**${id}**, ${shows}: ${reason}`)),
    ...(missing.length > 0 ? [`Not run yet: ${missing.map(({ id }) => id).join(', ')}.`] : []),
    '',
  ].join('\n\n');
}

function describeMachines(measured: PartResult[]): string[] {
  const machines = [...new Set(measured.map(({ machine }) => machine))];
  if (machines.length === 0) return ['Nothing was measured yet.'];
  return writeList(
    machines.map((machine) => {
      const dates = measured.filter((part) => part.machine === machine).map(({ at }) => at.slice(0, 10));
      const [first, last] = [dates.toSorted()[0], dates.toSorted().at(-1)];
      return `${machine}: ${first === last ? first : `${first} to ${last}`}`;
    }),
  );
}

function writeTables(rows: ProofRow[], results: Results): string[] {
  const tests = rows.filter((row) => row.kind !== 'bench');
  const benches = rows.filter((row) => row.kind === 'bench');
  return [
    ...(tests.length > 0 ? [writeTestTable(tests, results)] : []),
    ...(benches.length > 0 ? [writeBenchTable(benches, results)] : []),
  ];
}

function writeTestTable(rows: (TestRow | CommandRow)[], results: Results): string {
  const lines = rows.map((row) => {
    const parts = results[row.id] ?? [];
    return [row.id, row.shows, row.target, judgeParts(row, parts), describeRun(parts)];
  });
  return writeTable(['Id', 'What must hold', 'Full size', 'Result', 'Run'], lines);
}

/** One failed part decides; a full size that is not reached yet is said. */
function judgeParts(row: ProofRow, parts: PartResult[]): string {
  if (parts.length === 0) return 'not run yet';
  const failed = parts.filter(({ outcome }) => outcome === 'failed');
  const count = `${parts.length} of ${countParts(row)} parts`;
  if (failed[0]) return `**Not met**: ${failed.length} of ${parts.length} parts failed, first: ${failed[0].detail}`;
  if (parts.every(({ outcome }) => outcome === 'left out')) return `left out: ${parts[0]?.detail}`;
  return parts.length < countParts(row) ? `Met so far (${count})` : 'Met';
}

function describeRun(parts: PartResult[]): string {
  const last = parts.at(-1);
  if (!last) return '';
  const minutes = parts.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return `${last.at.slice(0, 10)}, ${last.commit}, ${minutes.toFixed(1)} min`;
}

function writeBenchTable(rows: BenchRow[], results: Results): string {
  const lines = rows.flatMap((row) => {
    const parts = results[row.id] ?? [];
    const measured = parts.at(-1);
    return row.figures.map((figure, index) => [
      index === 0 ? row.id : '',
      index === 0 ? row.shows : '',
      figure.name,
      formatTarget(figure),
      ...judgeFigure(figure, measured),
      index === 0 ? describeRun(parts) : '',
    ]);
  });
  return writeTable(['Id', 'What is measured', 'Figure', 'Target', 'Result', 'Met', 'Run'], lines);
}

function judgeFigure(figure: Figure, measured: PartResult | undefined): [result: string, met: string] {
  if (!measured) return ['not run yet', ''];
  const value = measured.figures?.[figure.at];
  if (value === undefined) return [measured.detail, '**no**'];
  return [withUnit(value, figure.unit), isMet(figure, value) ? 'yes' : '**no**'];
}

const formatTarget = ({ target, unit }: Figure) =>
  'atMost' in target ? `at most ${withUnit(target.atMost, unit)}` : `at least ${withUnit(target.atLeast, unit)}`;

const withUnit = (value: number, unit: string) => `${value.toLocaleString('en-NZ')} ${unit}`.trim();

/** One paragraph: a blank line between two entries would end the list. */
const writeList = (entries: string[]) => [entries.map((entry) => `- ${entry}`).join('\n')];

function writeTable(head: string[], lines: string[][]): string {
  const toCell = (cell: string) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.map(toCell).join(' | ')} |`).join('\n');
}
