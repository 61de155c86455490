import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { listPendingQuery, pendingResponse } from './reviews.contract.ts';

export async function listPending(
  _deps: Pick<Deps, 'db' | 'clock' | 'site'>,
  _query: z.infer<typeof listPendingQuery>,
  _userId: number,
): Promise<z.infer<typeof pendingResponse>> {
  throw new Error('listPending is not built yet.');
}
