import { sum } from 'drizzle-orm';
import { uploads } from '#db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/errors.ts';

/** What the disk must keep free for everything else, as a part of it. */
const FREE_SHARE = 0.1;
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** @throws insufficient_storage when so many bytes more do not fit into the quota, or leave the disk too full. */
export async function requireRoom(deps: Pick<Deps, 'db' | 'uploads'>, bytes: number): Promise<void> {
  const [used] = await deps.db.query.select({ bytes: sum(uploads.bytes).mapWith(Number) }).from(uploads);
  if ((used?.bytes ?? 0) + bytes > deps.uploads.quotaBytes) {
    throw new AppError(
      'insufficient_storage',
      'There is no room for this file: all pictures and videos together have reached their limit. Delete some that are no longer used.',
    );
  }
  const { free, total } = await deps.uploads.room();
  if (free - bytes < total * FREE_SHARE) throw diskIsFull();
}

/** What a failed write says to a person when the disk is full; any other error as it is. */
export function asStorageError(error: unknown): unknown {
  return NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '') ? diskIsFull() : error;
}

function diskIsFull(): AppError {
  return new AppError('insufficient_storage', 'There is no room for this file: the disk of the server is nearly full.');
}
