import './closed-output.ts';
import { parseArgs } from 'node:util';
import createRunDirectory from '../tests/support/vitest/run-directory.ts';
import { ensureBuild } from '../tests/bench/built-server.ts';
import { type LongOutageResult, runLongOutage, say } from '../tests/support/outages/long-outage.ts';
import { OUTAGES } from '../tests/support/outages/outage-site.ts';
import { runShortOutages, type ShortOutagesResult } from '../tests/support/outages/short-outages.ts';

// Servers without their database, their bucket and both, while visitors read. A finding is one line; the exit code is 1 when there is one.
const KINDS = [...OUTAGES.map(({ what }) => what), 'short'];
const USAGE = `npm run outages -- [--minutes 10] [--pages 20000] [--outages 10] [--seconds 10] [--only ${KINDS.join('|')}] [--keep]
Outages of --minutes each of the database, the bucket and both run beside each other on sites of their own, with at least --pages visits each; then
--outages short ones of --seconds each, with a publish each second.\n`;
/** Everything goes on by itself within so long of the return (s). */
const RETURN_LIMIT_S = 2;
/** Posts that are published before and after a long outage, one a second. */
const PUBLISHES = 10;
/** Between two pages that one server is asked for in the short outages (ms). */
const VISIT_INTERVAL_MS = 50;
const print = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    pages: { type: 'string', default: '20000' },
    outages: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [minutes, pages, outages, seconds] = [values.minutes, values.pages, values.outages, values.seconds].map(
  Number,
) as [number, number, number, number];
const isUsable =
  minutes > 0 &&
  Number.isInteger(pages) &&
  pages > 0 &&
  Number.isInteger(outages) &&
  outages > 0 &&
  seconds > 0 &&
  (values.only === undefined || KINDS.includes(values.only));
if (values.help || !isUsable) {
  process.stderr.write(USAGE);
  process.exit(values.help ? 0 : 1);
}
const isKept = values.keep;
if (!isKept) createRunDirectory();
ensureBuild();
const isChosen = (what: string) => values.only === undefined || values.only === what;
const long = await Promise.all(
  OUTAGES.filter(({ what }) => isChosen(what)).map(async (outage) => {
    const result = await runLongOutage({ outage, minutes, pages, publishes: PUBLISHES, print, isKept });
    return judge(`${outage.what}, ${minutes} minutes`, result, pages);
  }),
);
const short = isChosen('short')
  ? [
      judge(
        `${outages} outages of ${seconds} s`,
        await runShortOutages({ outages, seconds, intervalMs: VISIT_INTERVAL_MS, print, isKept }),
      ),
    ]
  : [];
const findings = [...long, ...short].flat();
print(findings.length === 0 ? '0 findings' : `${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);

/** Prints a line of figures and what is wrong, which it answers with. */
function judge(name: string, result: LongOutageResult | ShortOutagesResult, leastPages = 0): string[] {
  const late = ([what, value]: [string, number | null]) =>
    value === null || value > RETURN_LIMIT_S ? [`${name}: ${what} after ${say(value)}`] : [];
  const found = [
    ...result.findings.map((finding) => `${name}: ${finding}`),
    ...late(['the API went on', result.api]),
    ...late(['a publish was live', result.live]),
    ...('joined' in result
      ? [
          ...late(['a new server sent pages', result.joined]),
          ...late(['what was accepted meanwhile was live', result.resumed]),
        ]
      : []),
    ...(result.pages < leastPages ? [`${name}: ${result.pages} pages, fewer than ${leastPages}`] : []),
  ];
  print(
    `${name}: ${result.failedPages} failed pages of ${result.pages}; ${result.calls} calls, ${result.refused} refused with a sentence; ${result.accepted} accepted; API after ${say(result.api)}, publish live after ${say(result.live)}`,
  );
  for (const finding of found) process.stdout.write(`FINDING ${finding}\n`);
  return found;
}
