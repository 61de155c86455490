import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatLoss, importLosses, importSources, type ImportSource } from '#api/domain/imports.ts';
import type { ImportJson, ImportSummaryJson } from '#api/features/imports/imports.contract.ts';
import { callControlSocket, runCommand } from './control-client.ts';

const USAGE = `npm run import -- wordpress FILE.xml …        check the files, then bring them in
npm run import -- ghost FILE.json|FILE.zip
npm run import -- markdown FOLDER|FILE.zip
npm run import -- list                       list the latest imports
npm run import -- show|stop|resume|undo ID   the report of one; stop it, go on, or take it out again

  --dry-run        only say what would come in, and what is lost
  --drafts         everything comes in as a draft
  --zone ZONE      of times that don’t name theirs, such as Pacific/Auckland
  --media FOLDER   where images and files are, by the paths in their addresses; the others are fetched
  --with-edited    undo also takes out what was edited since
`;

type Answer = { import: ImportJson };

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      'dry-run': { type: 'boolean', default: false },
      drafts: { type: 'boolean', default: false },
      zone: { type: 'string' },
      media: { type: 'string' },
      'with-edited': { type: 'boolean', default: false },
    },
  });
type Options = ReturnType<typeof readArguments>['values'];

await runCommand(async () => {
  const { positionals, values } = readArguments();
  if (values.help) return void process.stdout.write(USAGE);
  const [command = '', ...names] = positionals;
  const source = importSources.find((each) => each === command);
  if (source && names.length > 0) return bringIn(source, names, values);
  if (command === 'list')
    return printList((await callControlSocket<{ imports: ImportSummaryJson[] }>('GET', '/imports')).imports);
  const id = Number(names[0]);
  if (!Number.isInteger(id)) throw new Error(USAGE);
  if (command === 'show') return printReport((await callControlSocket<Answer>('GET', `/imports/${id}`)).import);
  if (command === 'stop') return printReport((await callControlSocket<Answer>('POST', `/imports/${id}/stop`)).import);
  if (command === 'resume') return run(id, 'start');
  if (command === 'undo') return run(id, values['with-edited'] ? 'undo-edited' : 'undo');
  throw new Error(USAGE);
});

async function bringIn(source: ImportSource, names: readonly string[], values: Options): Promise<void> {
  const { import: begun } = await callControlSocket<Answer>('POST', '/imports', {
    source,
    paths: names.map((name) => resolve(name)),
    zone: values.zone,
    areDrafts: values.drafts,
    mediaDirectory: values.media === undefined ? null : resolve(values.media),
  });
  const checked = await waitWhile(begun.id, ['reading']);
  if (checked.state === 'refused') {
    await callControlSocket('POST', `/imports/${begun.id}/discard`);
    throw new Error(checked.error ?? 'These files can’t come in.');
  }
  if (!values['dry-run']) return run(begun.id, 'start');
  printReport(checked);
  await callControlSocket('POST', `/imports/${begun.id}/discard`);
}

async function run(id: number, act: string): Promise<void> {
  await callControlSocket('POST', `/imports/${id}/${act}`);
  printReport(await waitWhile(id, ['running', 'undoing']));
}

async function waitWhile(id: number, states: readonly string[]): Promise<ImportJson> {
  for (;;) {
    const { import: found } = await callControlSocket<Answer>('GET', `/imports/${id}`);
    if (!states.includes(found.state)) return found;
    if (process.stderr.isTTY && found.current) process.stderr.write(`\r\u001b[K${found.current.slice(0, 100)}`);
    await sleep(500);
  }
}

function printReport(report: ImportJson): void {
  const lines = [`Import ${report.id} from ${report.source}: ${report.state}`];
  for (const [kind, counts] of Object.entries(report.counts)) {
    const states = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
    if (states.length > 0) lines.push(`  ${kind.padEnd(9)} ${states.join(', ')}`);
  }
  for (const { kind, status, count } of report.statuses) lines.push(`  ${kind.padEnd(9)} ${count} ${status}`);
  for (const { kind, count, places } of report.losses) {
    lines.push(`${formatLoss(kind, count)}: ${importLosses[kind].outcome}`);
    for (const { title, detail } of places) lines.push(`    ${[title, detail].filter(Boolean).join(': ')}`);
  }
  for (const { title, error } of report.failures) lines.push(`Not in: ${title}: ${error}`);
  if (report.edited > 0) lines.push(`Edited since: ${report.edited}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function printList(imports: readonly ImportSummaryJson[]): void {
  for (const { id, source, state, name, posts } of imports)
    process.stdout.write(
      `${String(id).padStart(5)}  ${source.padEnd(10)} ${state.padEnd(9)} ${posts} posts  ${name}\n`,
    );
}
