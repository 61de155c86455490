import './closed-output.ts';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../tests/bench/built-server.ts';
import { type CaseResult, listMisses, runHeavyCases } from '../tests/support/heavy-cases/heavy-cases.ts';
import createRunDirectory from '../tests/support/vitest/run-directory.ts';

// Each heavy case on the built server, while visitors ask for pages. The exit code is 1 when a case misses a target.
const USAGE = 'npm run heavy-cases -- [--only PART_OF_NAME] [--starts N]\n';
const print = (line: string) => void process.stdout.write(`${line}\n`);

const NAME_WIDTH = 42;
const COLUMN_WIDTH = 11;
const printRow = (name: string, columns: readonly (string | number)[]) =>
  print(name.padEnd(NAME_WIDTH) + columns.map((column) => String(column).padStart(COLUMN_WIDTH)).join(''));

function printResult(result: CaseResult): void {
  const { name, seconds, during, after, longestTurn, peak, start, startAfterKill } = result;
  const lost = [during, ...after].reduce((sum, figures) => sum + figures.lost, 0);
  const slowest = Math.max(...after.map(({ p99 }) => p99));
  const starts = [start, startAfterKill].map(({ pages, processor }) => `${pages}/${processor}`);
  const misses = listMisses(result);
  const verdict = misses.length === 0 ? 'met' : `MISSED: ${misses.join(', ')}`;
  printRow(name, [
    seconds,
    during.count,
    during.p50,
    during.p99,
    during.max,
    slowest,
    lost,
    longestTurn,
    peak,
    ...starts,
    ` ${verdict}`,
  ]);
  if (misses.length > 0) for (const pause of result.pauses) print(`    pause of ${pause}`);
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    starts: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});
const starts = Number(values.starts);
if (values.help || !Number.isInteger(starts) || starts < 1) {
  process.stderr.write(USAGE);
  process.exit(values.help ? 0 : 1);
}
createRunDirectory();
ensureBuild();
printRow('', ['s', 'pages', 'p50', 'p99', 'max', 'killed', 'lost', 'turn', 'MB', 'start', 'killed']);
const results = await runHeavyCases({ only: values.only, starts, print: printResult });
process.exit(results.some((result) => listMisses(result).length > 0) ? 1 : 0);
