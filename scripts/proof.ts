import './closed-output.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { type Section, writeDocument } from '../tests/proof/document.ts';
import { faultRows, heavyCasesRow, outagesRow, screenRows, tortureRow } from '../tests/proof/fault-rows.ts';
import { figureRows, leftOut } from '../tests/proof/figure-rows.ts';
import { describeMachine, readCommit } from '../tests/proof/machine.ts';
import { countParts, type ProofRow } from '../tests/proof/proof-row.ts';
import { loadResults, saveResults } from '../tests/proof/results.ts';
import { runPart } from '../tests/proof/run-row.ts';

const RESULTS = join(PROJECT_ROOT, 'docs/proof.json');
const DOCUMENT = join(PROJECT_ROOT, 'docs/proof.md');

const sections: Section[] = [
  { title: 'Speed and memory', rows: figureRows },
  { title: 'Faults, attacks and random histories', rows: [...faultRows, outagesRow, tortureRow, heavyCasesRow] },
  { title: 'Screens', rows: screenRows },
];
const rows = sections.flatMap((section) => section.rows);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    parts: { type: 'string', default: '1000000' },
  },
});

const unknown = positionals.filter((name) => !rows.some(({ id }) => id === name));
const parts = Number(values.parts);
const isUsable = unknown.length === 0 && Number.isInteger(parts) && parts >= 0;
if (values.help || !isUsable) {
  process.stderr.write(`npm run proof -- [NAME...] [--parts N] [--again] [--list]
Runs what has no result yet and writes docs/proof.md. With names only these; --again forgets their results first.
--parts N runs at most N more parts of each, 0 only writes the document. --list prints the names.
${unknown.map((name) => `Unknown: ${name}\n`).join('')}`);
  process.exit(isUsable ? 0 : 1);
}
if (values.list) {
  for (const row of rows) process.stdout.write(`${row.id}: ${row.shows} (${countParts(row)} parts)\n`);
  process.exit(0);
}

const chosen = rows.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
const results = loadResults(RESULTS);
const machine = describeMachine();
if (values.again) for (const { id } of chosen) delete results[id];
for (const row of chosen) await proveRow(row);
await writeProof();
process.exit(chosen.some(({ id }) => results[id]?.some(({ outcome }) => outcome === 'failed')) ? 1 : 0);

/** Runs its missing parts. The results are saved after each, so an interrupted run goes on where it stopped. */
async function proveRow(row: ProofRow): Promise<void> {
  const done = new Set(results[row.id]?.map(({ part }) => part));
  const missing = Array.from({ length: countParts(row) }, (_, part) => part).filter((part) => !done.has(part));
  for (const part of missing.slice(0, parts)) {
    process.stderr.write(`\n${row.id}, part ${part + 1} of ${countParts(row)}: ${row.shows}\n`);
    const startedAt = performance.now();
    const outcome = runPart(row, part);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const run = { part, at: new Date().toISOString(), commit: readCommit(), machine, seconds };
    results[row.id] = [...(results[row.id] ?? []), { ...run, ...outcome }];
    process.stderr.write(`${row.id}: ${outcome.outcome} after ${seconds} s. ${outcome.detail}\n`);
    saveResults(RESULTS, results);
    await writeProof();
  }
}

async function writeProof(): Promise<void> {
  const text = writeDocument({ sections, leftOut, results });
  writeFileSync(DOCUMENT, await format(text, { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT }));
}
