import './closed-output.ts';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../tests/bench/built-server.ts';
import { torture } from '../tests/support/torture/torture.ts';

// Servers under faults from a seed while people work. A finding is one line; the exit code is 1 when there is one.
const USAGE = 'npm run torture -- [--seed N] [--minutes M] [--servers 1] [--keep]\n';
const print = (line: string) => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '30' },
    servers: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [seed, minutes, servers] = [values.seed, values.minutes, values.servers].map(Number) as [number, number, number];
if (values.help || !Number.isInteger(seed) || !(minutes > 0) || !Number.isInteger(servers) || servers < 1) {
  process.stderr.write(USAGE);
  process.exit(values.help ? 0 : 1);
}
ensureBuild();
const { findings, purchases } = await torture({ seed, minutes, servers, print, isKept: values.keep });
print(`${purchases} purchases`);
print(findings.length === 0 ? '0 findings' : `${findings.length} findings:\n${findings.join('\n')}`);
process.exit(findings.length === 0 ? 0 : 1);
