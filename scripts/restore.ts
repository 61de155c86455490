import { parseArgs } from 'node:util';
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
npm run restore -- --at TIME     restore the site as it was at a moment of the last seven days, such as 2026-11-29T14:02:30Z
--yes behind either              the same without asking
`;

await runCommand(async () => {
  const { values, positionals } = parseArguments();
  const [file] = positionals;
  if (positionals.length + (values.at === undefined ? 0 : 1) !== 1) throw new Error(USAGE);
  const wanted = values.at === undefined ? (file ?? '') : { at: parseTime(values.at) };
  const env = readEnv();
  const target = createRestoreTarget(env);
  const lock = lockDataDirectory(env.DATA_DIR);
  try {
    const plan = await prepareRestore(wanted, {
      target,
      store: createBackupStore(env),
      files: createUploadDeps(env).files,
      lastKnownMigration: readLastKnownMigration(),
    });
    print(plan);
    if (!values.yes && !(await confirm(target.name))) {
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

function parseArguments() {
  try {
    return parseArgs({ options: { at: { type: 'string' }, yes: { type: 'boolean' } }, allowPositionals: true });
  } catch {
    throw new Error(USAGE);
  }
}

/** A time with its zone: without one, it would be the zone of whoever types. @throws a sentence. */
function parseTime(text: string): number {
  const time = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new Error('Give the time with its zone, such as 2026-11-29T14:02:30Z or 2026-11-29T15:02:30+01:00.');
  if (time > Date.now()) throw new Error('That time hasn’t come yet.');
  return time;
}

function print({ name, record, moment, database, uploads, staff }: RestorePlan): void {
  const count = (table: string) => database.counts[table] ?? 0;
  const lines = [
    moment ? 'The site as it was at that moment' : name,
    moment
      ? formatMoment(moment)
      : record
        ? `Made ${new Date(record.createdAt).toISOString()} (${record.kind}). Whole: its checksum and all counts agree.`
        : 'There is no record beside it: it isn’t damaged, but we don’t know when it was made and whether anything is missing.',
    `${count('blogs')} posts, ${count('documents')} documents, ${count('users')} users, ${count('subscriptions')} subscriptions`,
    `${uploads.files} files of images and videos`,
  ];
  lines.push('Who can open the admin pages afterwards:', ...staff.map(({ email, role }) => `  ${email}: ${role}`));
  if (uploads.missing > 0) lines.push(`${uploads.missing} more files are named in it and aren’t in the backup.`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

function formatMoment({ base, lastAt }: NonNullable<RestorePlan['moment']>): string {
  const backup = `From the backup of ${new Date(base).toISOString()}`;
  return lastAt === null
    ? `${backup}. Nothing was changed between.`
    : `${backup} and the changes since then; the last one was written by ${new Date(lastAt).toISOString()}.`;
}

async function confirm(place: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Restore it into ${place}? Type yes: `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}
