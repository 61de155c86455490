import { sql, sum } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';
import { AppError } from '#api/http/errors.ts';

/** Share of the disk that uploads must leave free. */
const MIN_FREE_SHARE = 0.1;

/** @throws insufficient_storage when so many bytes more do not fit into the quota, or leave the disk too full. */
export async function requireStorageSpace(deps: Pick<Deps, 'db' | 'uploads'>, bytes: number): Promise<void> {
  const [used] = await deps.db.orm.select({ bytes: sum(uploads.bytes).mapWith(Number) }).from(uploads);
  if ((used?.bytes ?? 0) + bytes > deps.uploads.quotaBytes) {
    throw new AppError(
      'insufficient_storage',
      'Storage is full. Delete images or videos you no longer use, then try again.',
    );
  }
  const { free, total } = await deps.uploads.getDiskSpace();
  if (free - bytes < total * MIN_FREE_SHARE) throw diskFullError();
}

/** Undoes its batch when so many bytes more do not fit: two servers may both have found room for the last file. */
export const quotaGuardStatement = ({ uploads: { quotaBytes } }: Pick<Deps, 'uploads'>, bytes: number) =>
  sql`SELECT iif((SELECT coalesce(sum(${uploads.bytes}), 0) FROM ${uploads}) + ${bytes} <= ${quotaBytes}, 1, json('full'))`;

export function diskFullError(): AppError {
  return new AppError(
    'insufficient_storage',
    'The server’s disk is nearly full, so this file can’t be saved. Free up space, then try again.',
  );
}
