import { eq } from 'drizzle-orm';
import { recordUndoStatements, toUndoUntil } from '#db/queries/undo-actions.ts';
import { users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { generateId } from '#api/adapters/secrets.ts';
import { findProductName, getPlanName } from '#api/domain/catalogue.ts';
import type { UndoKind } from '#api/domain/enums.ts';
import type { UndoJson } from '#api/http/undo-fields.ts';
import { enqueueEmailStatement, type NewEmail } from '#api/features/mail/outbox/outbox.service.ts';
import { toUndoJson } from '#api/undo/undo-kit.ts';
import type { ChangeDeps, OwnSubscription } from '#api/features/subscriptions/changes/own-subscription.service.ts';

type SupportEmail = Pick<Extract<NewEmail, { kind: 'subscription-coupon' }>, 'kind' | 'data'>;

type SupportAct = {
  actorId: number;
  kind: UndoKind;
  /** What the undo puts back. */
  snapshot: Record<string, unknown>;
  email: SupportEmail;
};

/** How an email names the plan of a subscription. */
export const toPlanNames = ({ row }: OwnSubscription) => ({
  productName: findProductName(row.productId) ?? '',
  planName: getPlanName(row.planName),
});

/**
 * After Stripe has done what staff asked for: makes it undoable, and enqueues the email to the user, which waits for the end of the undo
 * window. A crash before leaves a change without an email; the audit log has who asked for it.
 */
export async function recordSupportAct(
  deps: ChangeDeps,
  { row }: OwnSubscription,
  { actorId, kind, snapshot, email }: SupportAct,
): Promise<NonNullable<UndoJson>> {
  const { db, clock } = deps;
  const now = clock.now();
  const undo = { id: generateId(), undoUntil: toUndoUntil(now) };
  const user =
    row.userId === null ? undefined : await db.orm.query.users.findFirst({ where: eq(users.id, row.userId) });
  const mail = user && {
    ...email,
    data: { ...email.data, firstName: user.firstName },
    dedupeKey: `${email.kind}:${undo.id}`,
    to: { email: user.email },
    undo,
    now,
  };
  await write(db, [
    ...recordUndoStatements(db, {
      id: undo.id,
      kind,
      actorId,
      now,
      snapshot: { ...snapshot, userId: row.userId, subscriptionId: row.stripeSubscriptionId },
    }),
    ...(mail ? [enqueueEmailStatement(deps, mail as NewEmail)] : []),
  ]);
  deps.outboxWorker.wake();
  return toUndoJson(undo.id, now);
}
