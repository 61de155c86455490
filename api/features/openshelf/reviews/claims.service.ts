import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { z } from 'zod';
import { publications } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import type { Deps } from '#api/deps.ts';
import { CLAIM_DURATION_MS } from '#api/domain/publication-states.ts';
import { toClaimJson } from '#api/features/openshelf/openshelf.mapper.ts';
import { isPending, requirePublication } from '#api/features/openshelf/openshelf.queries.ts';
import type { claimResponse } from './reviews.contract.ts';

type ClaimDeps = Pick<Deps, 'db' | 'clock'>;

/** Reserves a publication that waits for a review, unless someone else has it now; a second call renews it. @throws not_found. */
export async function claimPublication(
  { db, clock }: ClaimDeps,
  id: number,
  userId: number,
): Promise<z.infer<typeof claimResponse>> {
  const now = clock.now();
  const { claimedBy, claimedUntil } = publications;
  await write(db, [
    db.orm
      .update(publications)
      .set({ claimedBy: userId, claimedUntil: now + CLAIM_DURATION_MS })
      .where(
        and(eq(publications.id, id), isPending, or(isNull(claimedBy), eq(claimedBy, userId), lte(claimedUntil, now))),
      ),
  ]);
  const claim = toClaimJson(await requirePublication(db, id), now);
  return { data: { is_mine: claim?.user_id === userId, claim } };
}

/** Ends an own reservation; there may be none. @throws not_found. */
export async function releaseClaim({ db }: ClaimDeps, id: number, userId: number): Promise<void> {
  await write(db, [
    db.orm
      .update(publications)
      .set({ claimedBy: null, claimedUntil: null })
      .where(and(eq(publications.id, id), eq(publications.claimedBy, userId))),
  ]);
  await requirePublication(db, id);
}
