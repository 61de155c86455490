import './closed-output.ts';
import { parseArgs } from 'node:util';

/** Benches by name. Progress goes to standard error, one JSON object to standard output. */
const benches: Record<string, () => Promise<(options: BenchOptions) => Promise<object>>> = {
  publish: async () => (await import('../tests/bench/publish.ts')).benchPublish,
  site: async () => (await import('../tests/bench/site.ts')).benchSite,
  shelf: async () => (await import('../tests/bench/shelf/shelf.ts')).benchShelf,
  serve: async () => (await import('../tests/bench/serve.ts')).benchServe,
  auth: async () => (await import('../tests/bench/auth.ts')).benchAuth,
  manager: async () => (await import('../tests/bench/lists/manager.ts')).benchManager,
  admin: async () => (await import('../tests/bench/lists/admin.ts')).benchAdmin,
  openshelf: async () => (await import('../tests/bench/lists/admin.ts')).benchOpenshelf,
  decisions: async () => (await import('../tests/bench/lists/decisions.ts')).benchDecisions,
  editor: async () => (await import('../tests/bench/editor.ts')).benchEditor,
  restore: async () => (await import('../tests/bench/restore.ts')).benchRestore,
  connections: async () => (await import('../tests/bench/connections.ts')).benchConnections,
  sanitize: async () => (await import('../tests/bench/sanitize/sanitize.ts')).benchSanitize,
  weight: async () => (await import('../tests/bench/weight.ts')).weight,
  follow: async () => (await import('../tests/bench/follow.ts')).benchFollow,
  import: async () => (await import('../tests/bench/import.ts')).benchImport,
  search: async () => (await import('../tests/bench/search.ts')).benchSearch,
  scaling: async () => (await import('../tests/bench/scaling.ts')).benchScaling,
};

export type BenchOptions = {
  posts: number;
  publishes: number;
  works: number;
  texts: number;
  seconds: number;
  connections: number;
  /** Beginnings of the names that are measured; all when empty. */
  only: string[];
  /** On a libSQL server and a bucket, both on this machine, as several servers share them. */
  isShared: boolean;
  log(line: string): void;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    posts: { type: 'string', default: '1000' },
    publishes: { type: 'string', default: '50' },
    works: { type: 'string', default: '50000' },
    texts: { type: 'string', default: '100000' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '64' },
    only: { type: 'string', default: '' },
    shared: { type: 'boolean', default: false },
  },
});

const [name = ''] = positionals;
const load = values.help ? undefined : benches[name];
if (load) {
  const bench = await load();
  const result = await bench({
    posts: wholeNumber('posts', values.posts),
    publishes: wholeNumber('publishes', values.publishes),
    works: wholeNumber('works', values.works),
    texts: wholeNumber('texts', values.texts),
    seconds: wholeNumber('seconds', values.seconds ?? (name === 'connections' ? '60' : '8')),
    connections: wholeNumber('connections', values.connections),
    only: values.only.split(',').filter((beginning) => beginning !== ''),
    isShared: values.shared,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify({ bench: name, ...result }, null, values.json ? 0 : 2)}\n`);
  process.exit(0);
}
process.stderr
  .write(`npm run bench -- NAME [--json] [--posts N] [--publishes N] [--works N] [--texts N] [--seconds N] [--connections N] [--only audit,users] [--shared]
NAME is one of: ${Object.keys(benches).join(', ')}
`);
process.exitCode = values.help ? 0 : 1;

function wholeNumber(option: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option} must be a whole number above 0.`);
  return number;
}
