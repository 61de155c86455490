import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findLibsqlServer, type LibsqlServer } from '#api/adapters/libsql-dump.ts';
import { BACKUPS_FOLDER } from '#api/adapters/database-backups.ts';
import type { Env } from '#api/env.ts';
import { databaseFile, openDatabase } from '#db/client.ts';
import { isEmptyServer, writeDatabase } from './libsql/write-database.ts';
import { removeCopy } from './check/backup-check.ts';

/** A backup can't be restored here; the message is a sentence for the operator. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

/** The empty place that a database is restored into. */
export type RestoreTarget = {
  /** What it is, as `npm run restore` says it. */
  name: string;
  /** Where the restored file is checked first. */
  restored: string;
  /** @throws RestoreError when there is a database already. */
  requireEmpty(): Promise<void>;
  /** Puts the checked file in place. */
  place(): Promise<void>;
};

type Settings = Pick<Env, 'DATABASE_URL' | 'DATABASE_AUTH_TOKEN' | 'DATA_DIR'>;

/** The database of the settings: a file, or a libSQL server. */
export function createRestoreTarget(env: Settings): RestoreTarget {
  const server = findLibsqlServer(env);
  if (server !== null) return createServerTarget(server, env.DATA_DIR);
  return createFileTarget(databaseFile(env.DATABASE_URL) ?? '');
}

function createFileTarget(file: string): RestoreTarget {
  const restored = `${file}.restoring`;
  return {
    name: `the file ${file}`,
    restored,
    async requireEmpty() {
      if (existsSync(file)) {
        throw new RestoreError(
          `There is a database already: ${file}. A restore writes into an empty place only. Move the file away, or set DATA_DIR to an empty folder.`,
        );
      }
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    },
    place: () => rename(restored, file),
  };
}

function createServerTarget({ url, authToken }: LibsqlServer, dataDir: string): RestoreTarget {
  const name = `the libSQL server ${new URL(url).host}`;
  const folder = join(dataDir, BACKUPS_FOLDER);
  const restored = join(folder, 'restoring.db');
  const open = () =>
    openDatabase(url, authToken).catch((cause: unknown) => {
      throw new RestoreError(`${toSentence(name)} can’t be reached.`, { cause });
    });
  return {
    name,
    restored,
    async requireEmpty() {
      const { client } = await open();
      try {
        if (!(await isEmptyServer(client))) {
          throw new RestoreError(
            `${toSentence(name)} has a database already. A restore writes into an empty one only. Set DATABASE_URL to an empty one.`,
          );
        }
      } finally {
        client.close();
      }
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    async place() {
      const { client } = await open();
      try {
        await writeDatabase(restored, client);
      } finally {
        client.close();
        await removeCopy(restored);
      }
    },
  };
}

const toSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
