import './closed-output.ts';
import { parseArgs } from 'node:util';
import { type DrillResult, isGreen, runDrill } from '../tests/support/alerts/fire-drill.ts';
import createRunDirectory from '../tests/support/vitest/run-directory.ts';
import { ensureBuild } from '../tests/bench/built-server.ts';
import { ensurePromtool } from './testing/ensure-promtool.ts';

// Makes each fault on a copy of a site, and shows that its alert fires and that its email and its post arrive. The exit code is 1 when one doesn't.
const USAGE = 'npm run fire-drill -- [--only ALERT]\n';
const print = (line: string) => void process.stdout.write(`${line}\n`);

const say = (value: boolean | null) => (value === null ? 'none' : value ? 'yes' : 'NO').padEnd(8);
const printResult = (result: DrillResult) => {
  const { fault, fired, emailed, posted, isMade, isQuietBefore } = result;
  const columns = isMade
    ? `${say(fired)}${say(emailed)}${say(posted)}${isGreen(result) ? 'green' : 'RED'}${isQuietBefore ? '' : ' (it fired before the fault)'}`
    : 'not made: this user can’t mount a small disk';
  print(`${fault.name.padEnd(34)}${fault.alert.padEnd(16)}${columns}`);
};

const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean', default: false } } });
if (values.help) {
  process.stderr.write(USAGE);
  process.exit(0);
}
createRunDirectory();
ensureBuild();
const promtool = ensurePromtool({ log: print });
print(`${'Fault'.padEnd(34)}${'Alert'.padEnd(16)}${'fires'.padEnd(8)}${'email'.padEnd(8)}${'post'.padEnd(8)}`);
const results = await runDrill(promtool, { only: values.only, print: printResult });
const red = results.filter((result) => !isGreen(result)).length;
print(red === 0 ? 'Every alert that could be made arrives.' : `${red} of ${results.length} faults tell no one.`);
print(
  'Not made: slow pages, memory, an API that is slow, and what several servers can do to one another. promtool sees those rules fire by made-up values (npm run check:alerts).',
);
process.exit(red === 0 ? 0 : 1);
