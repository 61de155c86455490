import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';

type Journal = { entries: { idx: number; when: number; tag: string; version: string; breakpoints: boolean }[] };

/** The migrations of this version and one more, of a next version, in a folder of their own. */
export function createNextMigrations(folder: string, sql = 'CREATE TABLE later (id integer);'): string {
  cpSync(join(PROJECT_ROOT, 'db/migrations'), folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1);
  if (!last) throw new Error('There is no migration.');
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  writeFileSync(join(folder, '9999_next.sql'), sql);
  return folder;
}
