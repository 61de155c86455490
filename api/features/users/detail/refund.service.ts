import type { Deps } from '#api/deps.ts';
import { type RefundRequest, refundPayment } from '#api/features/subscriptions/refunds/refunds.service.ts';
import type { UserActionJson } from '#api/features/users/users.contract.ts';
import { requireVisibleUser } from '#api/features/users/users.service.ts';
import { getUserDetail } from './detail.service.ts';

/** Refunds a payment of a user. Nothing takes that back. @throws not_found, conflict, unavailable. */
export async function refundUserPayment(
  deps: Deps,
  actorId: number,
  { id, invoiceId }: { id: number; invoiceId: string },
  request: RefundRequest,
): Promise<UserActionJson> {
  await requireVisibleUser(deps, id);
  const { message } = await refundPayment(deps, { actorId, userId: id, invoiceId }, request);
  return { message, data: { user: await getUserDetail(deps, actorId, id) }, undo: null };
}
