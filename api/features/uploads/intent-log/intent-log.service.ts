import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, lte, sql } from 'drizzle-orm';
import { uploadIntents, uploads } from '#db/schema/index.ts';
import { rollbackIfNoRows, type Statement, write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';

// Intent log: files and rows have no common transaction, so the files of an upload are logged before they are written or
// deleted. Those that a crash left without a row are removed by the next start, or by the housekeeping of whichever server leads.
// Nothing else is ever deleted, so a database restored from a backup loses no file. It is in the database, because the disk of
// a server may vanish with it, and because two servers may get the same file at once.

/** The folders of earlier builds, whose log was on the disk; recovered at the first start of this one. */
const OLD_FOLDERS = ['intents', 'unsettled'];
const INCOMING = 'incoming';
/** A server that has not renewed its intent for so long is gone (ms). */
const INTENT_TTL_MS = 60_000;
const RENEW_MS = 20_000;
/** How long a run waits for another server that works on the same file (ms). */
const WAIT_MS = 5_000;
const RETRY_MS = 100;

type StorageDeps = Pick<Deps, 'db' | 'clock' | 'files'>;
type Intent = { hash: string; names: readonly string[]; owner: string };

/** The directory of uploads that are being received, one subdirectory each. */
export const getIncomingDirectory = (deps: Pick<Deps, 'uploads'>) => join(deps.uploads.directory, INCOMING);

/**
 * Logs the files that `run` writes or deletes, and removes the log entry once it is done. `guard` goes into the batch that writes
 * or deletes the row: it undoes the batch when another server has taken the files over meanwhile.
 * @throws unavailable while another server works on the same upload.
 */
export async function runWithIntent<T>(
  deps: StorageDeps,
  { hash, names }: Omit<Intent, 'owner'>,
  run: (guard: Statement[]) => Promise<T>,
): Promise<T> {
  const intent = { hash, names, owner: randomUUID() };
  await beginIntent(deps, intent);
  const renew = () => write(deps.db, [renewStatement(deps, intent)]).catch(() => undefined);
  const renewal = setInterval(() => void renew(), RENEW_MS).unref();
  try {
    const result = await run([renewStatement(deps, intent), rollbackIfNoRows]);
    // An entry that stays is found to be done later.
    await write(deps.db, [endStatement(deps, intent)]).catch(() => undefined);
    return result;
  } catch (error) {
    await cleanUp(deps, intent).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Deletes the remains of a crash of this server: partly received files, and, of any that is gone, files without a row. */
export async function recoverIntents(deps: StorageDeps & Pick<Deps, 'uploads' | 'log'>): Promise<void> {
  await rm(getIncomingDirectory(deps), { recursive: true, force: true });
  for (const folder of OLD_FOLDERS) {
    const directory = join(deps.uploads.directory, folder);
    for (const hash of await readdir(directory).catch(() => [])) {
      const names = parseIntent(await readFile(join(directory, hash), 'utf8'));
      if (!(await hasRow(deps, hash))) await deps.files.delete(names);
      await rm(join(directory, hash));
    }
  }
  // A file is opened by one server: whoever logged something in it is gone.
  await recover(deps, { isAlone: deps.db.client.protocol === 'file' });
}

/** Deletes the files without a row that servers left behind which are gone. */
export const recoverExpiredIntents = (deps: StorageDeps & Pick<Deps, 'log'>): Promise<void> =>
  recover(deps, { isAlone: false });

async function recover(deps: StorageDeps & Pick<Deps, 'log'>, { isAlone }: { isAlone: boolean }): Promise<void> {
  const isLeft = isAlone ? undefined : lte(uploadIntents.expiresAt, deps.clock.now());
  for (const { hash, names } of await deps.db.orm.select().from(uploadIntents).where(isLeft)) {
    const intent = { hash, names, owner: randomUUID() };
    const isOwn = and(eq(uploadIntents.hash, hash), isLeft);
    const takeOver = deps.db.orm.update(uploadIntents).set(ownership(deps, intent)).where(isOwn);
    try {
      await write(deps.db, [takeOver]);
      await cleanUp(deps, intent);
    } catch (error) {
      deps.log.error({ err: error, hash }, 'files that a crash left couldn’t be deleted; trying again later');
    }
  }
}

/** Waits a moment while another server works on the same upload. */
async function beginIntent(deps: StorageDeps, intent: Intent): Promise<void> {
  const { hash, names } = intent;
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const own = ownership(deps, intent);
    const [begun] = await write(deps.db, [
      deps.db.orm
        .insert(uploadIntents)
        .values({ hash, names, ...own })
        .onConflictDoUpdate({
          target: uploadIntents.hash,
          set: { names, ...own },
          setWhere: lte(uploadIntents.expiresAt, deps.clock.now()),
        }),
    ]);
    if (begun && begun.rowsAffected > 0) return;
    if (performance.now() > until) throw uploadBusyError();
    await sleep(RETRY_MS);
  }
}

/** For what another server does with the same upload. */
export const uploadBusyError = () =>
  new AppError('unavailable', 'This file is being uploaded or deleted right now. Try again in a minute.', {
    retryAfterSeconds: INTENT_TTL_MS / 1_000,
  });

const ownership = ({ clock }: Pick<Deps, 'clock'>, { owner }: Pick<Intent, 'owner'>) => ({
  owner,
  expiresAt: clock.now() + INTENT_TTL_MS,
});

const isOwned = ({ hash, owner }: Intent) => and(eq(uploadIntents.hash, hash), eq(uploadIntents.owner, owner));

const renewStatement = (deps: Pick<Deps, 'db' | 'clock'>, intent: Intent) =>
  deps.db.orm.update(uploadIntents).set(ownership(deps, intent)).where(isOwned(intent));

const endStatement = ({ db }: Pick<Deps, 'db'>, intent: Intent) => db.orm.delete(uploadIntents).where(isOwned(intent));

/** Deletes the files unless there is a row, or another server has taken over. Where that fails, the entry stays, for anyone. */
async function cleanUp(deps: StorageDeps, intent: Intent): Promise<void> {
  const [renewed] = await write(deps.db, [renewStatement(deps, intent)]);
  if (!renewed || renewed.rowsAffected === 0) return;
  try {
    if (!(await hasRow(deps, intent.hash))) await deps.files.delete(intent.names);
  } catch (error) {
    await write(deps.db, [deps.db.orm.update(uploadIntents).set({ expiresAt: 0 }).where(isOwned(intent))]);
    throw error;
  }
  await write(deps.db, [endStatement(deps, intent)]);
}

async function hasRow({ db }: Pick<Deps, 'db'>, hash: string): Promise<boolean> {
  const rows = await db.orm
    .select({ one: sql`1` })
    .from(uploads)
    .where(eq(uploads.hash, hash));
  return rows.length > 0;
}

/** An entry of an earlier build that a crash cut off names no files: it was written before the first of them. */
function parseIntent(text: string): string[] {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
