import type { z } from 'zod';
import type { Deps } from '#api/deps.ts';
import type { claimResponse } from './reviews.contract.ts';

type ClaimDeps = Pick<Deps, 'db' | 'clock'>;

export async function claimPublication(
  _deps: ClaimDeps,
  _id: number,
  _userId: number,
): Promise<z.infer<typeof claimResponse>> {
  throw new Error('claimPublication is not built yet.');
}

export async function releaseClaim(_deps: ClaimDeps, _id: number, _userId: number): Promise<void> {
  throw new Error('releaseClaim is not built yet.');
}
