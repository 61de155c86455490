import { createInterface } from 'node:readline/promises';
import { lockDataDirectory } from '#api/adapters/data-directory-lock.ts';
import { createUploadDeps } from '#api/adapters/upload-storage.ts';
import { readEnv } from '#api/env.ts';
import { createBackupStore } from '#api/backups/backup-store.ts';
import { prepareRestore, type RestorePlan } from '#api/backups/restore.ts';
import { createRestoreTarget } from '#api/backups/restore-target.ts';
import { readLastKnownMigration } from '#db/migrate.ts';
import { runCommand } from './control-client.ts';

const USAGE = `npm run restore -- FILE          restore a backup into an empty place: a path, or a name from npm run backup -- list
npm run restore -- FILE --yes    the same without asking
`;

const [file, confirmation] = process.argv.slice(2);

await runCommand(async () => {
  if (!file || (confirmation && confirmation !== '--yes')) throw new Error(USAGE);
  const env = readEnv();
  const target = createRestoreTarget(env);
  const lock = lockDataDirectory(env.DATA_DIR);
  try {
    const plan = await prepareRestore(file, {
      target,
      store: createBackupStore(env),
      files: createUploadDeps(env).files,
      lastKnownMigration: readLastKnownMigration(),
    });
    print(plan);
    if (confirmation !== '--yes' && !(await confirm(target.name))) {
      await plan.discard();
      process.stdout.write('Nothing was written.\n');
      return;
    }
    await plan.apply();
    process.stdout.write('Restored. Start the server; it builds the pages anew.\n');
  } finally {
    lock.release();
  }
});

function print({ name, record, database, uploads }: RestorePlan): void {
  const count = (table: string) => database.counts[table] ?? 0;
  const lines = [
    `${name}`,
    record
      ? `Made ${new Date(record.createdAt).toISOString()} (${record.kind}). Whole: its checksum and all counts agree.`
      : 'There is no record beside it: it isn’t damaged, but we don’t know when it was made and whether anything is missing.',
    `${count('blogs')} posts, ${count('documents')} documents, ${count('users')} users, ${count('subscriptions')} subscriptions`,
    `${uploads.files} files of images and videos`,
  ];
  if (uploads.missing > 0) lines.push(`${uploads.missing} more files are named in it and aren’t in the backup.`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function confirm(place: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Restore it into ${place}? Type yes: `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}
