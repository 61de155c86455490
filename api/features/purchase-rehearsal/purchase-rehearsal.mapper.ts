import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { RehearsalState } from '#api/domain/purchase-rehearsal.ts';
import { toUserRefJson } from '#db/queries/user-refs.ts';
import type { RehearsalJson } from './purchase-rehearsal.contract.ts';
import type { findNewest } from './purchase-rehearsal.queries.ts';

type NewestRow = NonNullable<Awaited<ReturnType<typeof findNewest>>>;

export function toRehearsalJson(
  row: NewestRow | null,
  { state, offerCount }: { state: RehearsalState; offerCount: number },
): RehearsalJson {
  if (row === null) return { state, offer_count: offerCount, rehearsal: null };
  const { rehearsal, ...user } = row;
  const { id, startedAt, finishedAt, report } = rehearsal;
  return {
    state,
    offer_count: offerCount,
    rehearsal: {
      id,
      started_at: toIso(startedAt),
      finished_at: toIsoOrNull(finishedAt),
      user: toUserRefJson(user),
      steps: report.steps,
      purchases: report.purchases.map(({ planKey, planName, productName, ...purchase }) => ({
        plan: planKey,
        plan_name: planName,
        product_name: productName,
        ...purchase,
      })),
    },
  };
}
