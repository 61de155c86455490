import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';

// Intent log: files and rows have no common transaction, so the files of an upload are logged before they are written
// or deleted. After a crash the next start removes those without a row. Nothing else is ever deleted, so a database
// restored from a backup loses no file.
const INTENTS = 'intents';
/** The folder of earlier builds; what they logged is recovered at the first start of this one. */
const OLD_INTENTS = 'unsettled';
const INCOMING = 'incoming';

type StorageDeps = Pick<Deps, 'db' | 'files' | 'uploads'>;

/** The directory of uploads that are being received, one subdirectory each. */
export const getIncomingDirectory = (deps: Pick<Deps, 'uploads'>) => join(deps.uploads.directory, INCOMING);

/** Logs the files that `run` writes or deletes, and removes the log entry once it is done. */
export async function runWithIntent<T>(
  deps: StorageDeps,
  hash: string,
  names: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  const directory = join(deps.uploads.directory, INTENTS);
  const intent = join(directory, hash);
  await mkdir(directory, { recursive: true });
  await writeFile(intent, JSON.stringify(names), { flush: true });
  try {
    const result = await run();
    await rm(intent, { force: true });
    return result;
  } catch (error) {
    const isCleanedUp = await deleteOrphanedFiles(deps, hash, names).then(
      () => true,
      () => false,
    );
    // Else the log entry stays for the next start.
    if (isCleanedUp) await rm(intent, { force: true });
    throw error;
  }
}

/** Deletes the remains of a crash: partly received files, and files without a row. */
export async function recoverIntents(deps: StorageDeps): Promise<void> {
  await rm(getIncomingDirectory(deps), { recursive: true, force: true });
  for (const folder of [INTENTS, OLD_INTENTS]) {
    const directory = join(deps.uploads.directory, folder);
    for (const hash of await readdir(directory).catch(() => [])) {
      const names = parseIntent(await readFile(join(directory, hash), 'utf8'));
      await deleteOrphanedFiles(deps, hash, names);
      await rm(join(directory, hash));
    }
  }
}

async function deleteOrphanedFiles(deps: StorageDeps, hash: string, names: readonly string[]): Promise<void> {
  const rows = await deps.db.orm
    .select({ id: uploads.id })
    .from(uploads)
    .where(inArray(uploads.hash, [hash]));
  if (rows.length === 0) await deps.files.delete(names);
}

/** An entry that a crash cut off names no files: it is written before the first of them. */
function parseIntent(text: string): string[] {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
