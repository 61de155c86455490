import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { reasonsResponse, updateReasonRequest, updateReasonResponse } from './reasons.contract.ts';

type ReasonDeps = Pick<Deps, 'db' | 'clock'>;

export async function listReasons(_deps: ReasonDeps): Promise<z.infer<typeof reasonsResponse>> {
  throw new Error('listReasons is not built yet.');
}

export async function updateReason(
  _deps: ReasonDeps,
  _id: number,
  _request: z.infer<typeof updateReasonRequest>,
  _userId: number,
): Promise<z.infer<typeof updateReasonResponse>> {
  throw new Error('updateReason is not built yet.');
}
