import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { createNextMigrations } from '../app/next-migrations.ts';

/** A column more, which the build before doesn't know: what an update may do while both run. */
const MIGRATION = 'ALTER TABLE `wakes` ADD `note` text;';

/** Copies this build into a folder, as a later one with another id and one more migration. */
export function createNextBuild(folder: string): string {
  mkdirSync(folder);
  for (const name of ['dist', 'db', 'package.json']) {
    cpSync(join(PROJECT_ROOT, name), join(folder, name), { recursive: true });
  }
  for (const name of ['api', 'node_modules', 'src']) symlinkSync(join(PROJECT_ROOT, name), join(folder, name));
  edit(join(folder, 'dist/build.json'), (build: { id: string }) => ({ ...build, id: `${build.id}-next` }));
  createNextMigrations(join(folder, 'db/migrations'), MIGRATION);
  return folder;
}

function edit<Value>(file: string, change: (value: Value) => unknown): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Value)));
}
