import type { ComplimentaryRow } from '#db/queries/complimentary-plans.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import { findProductName, getPlanName } from '#api/domain/catalogue.ts';
import type { ComplimentaryJson, OwnComplimentaryJson } from './complimentary-plans.contract.ts';

export const toOwnComplimentaryJson = (row: ComplimentaryRow): OwnComplimentaryJson => ({
  id: row.id,
  product_id: row.productId,
  product_name: findProductName(row.productId) ?? '',
  plan_name: getPlanName(row.planKey),
  quantity: row.quantity,
  ends_at: toIsoOrNull(row.endsAt),
  created_at: toIso(row.createdAt),
});

export const toComplimentaryJson = (row: ComplimentaryRow): ComplimentaryJson => ({
  ...toOwnComplimentaryJson(row),
  reason: row.reason,
});
