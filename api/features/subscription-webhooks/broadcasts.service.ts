import { and, eq, lte, min, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { getCatalogue } from '#api/domain/catalogue.ts';
import { listUsersOfPlan, toFreePlanJson, toLimitsJson } from '#api/features/entitlements/entitlements.service.ts';
import type { Database } from '#db/client.ts';
import { entitlementTimers, planBroadcasts, webhookEndpoints } from '#db/schema/index.ts';
import { type Statement, write } from '#db/write.ts';
import { entitlementsChangedStatements } from './enqueue.service.ts';
import { enqueueStatement } from './subscription-webhooks.queries.ts';

/** Users in one write: the site is not held up by a plan that thousands have. */
const USERS_AT_ONCE = 100;

type BroadcastDeps = Pick<Deps, 'db' | 'clock'>;
/** What products know of a plan, or of the free plan of a product. */
type Subject = { subject: string; productId: number; planKey: string | null; told: string };

/**
 * Queues webhooks about what changed without a write of its own: a time that has come, and a catalogue that differs from what was
 * told. Returns how much it did; 0 when there is nothing left. A stop in between loses nothing and repeats at most one batch.
 */
export async function enqueueDue(deps: BroadcastDeps): Promise<number> {
  return (await enqueueTimers(deps)) + (await startBroadcasts(deps)) + (await continueBroadcast(deps));
}

/** When the next time comes (UTC ms), or null. */
export async function findNextTimerAt({ orm }: Database): Promise<number | null> {
  const [row] = await orm.select({ at: min(entitlementTimers.dueAt) }).from(entitlementTimers);
  return row?.at ?? null;
}

async function enqueueTimers({ db, clock }: BroadcastDeps): Promise<number> {
  const now = clock.now();
  const { userId, dueAt } = entitlementTimers;
  const due = await db.orm.select().from(entitlementTimers).where(lte(dueAt, now)).limit(USERS_AT_ONCE);
  await write(
    db,
    due.flatMap((timer) => [
      db.orm.delete(entitlementTimers).where(and(eq(userId, timer.userId), eq(dueAt, timer.dueAt))),
      ...entitlementsChangedStatements(timer.userId, now),
    ]),
  );
  return due.length;
}

/** Compares the catalogue with what was told. A plan that is seen for the first time is news to nobody. */
async function startBroadcasts({ db, clock }: BroadcastDeps): Promise<number> {
  const known = await db.orm.select().from(planBroadcasts);
  const changed = listSubjects().filter(
    ({ subject, told }) => known.find((row) => row.subject === subject)?.told !== told,
  );
  const statements = changed.flatMap((each) => {
    const isNew = !known.some(({ subject }) => subject === each.subject);
    const isFree = each.planKey === null;
    return [
      noteStatement(each, isNew || isFree ? null : 0),
      ...(isFree && !isNew ? [freePlanStatement(each.productId, clock.now())] : []),
    ];
  });
  await write(db, statements);
  return changed.length;
}

const noteStatement = ({ subject, told }: Subject, afterUserId: number | null): Statement =>
  sql`INSERT INTO ${planBroadcasts} (subject, told, after_user_id) VALUES (${subject}, ${told}, ${afterUserId})
    ON CONFLICT (subject) DO UPDATE SET told = excluded.told, after_user_id = excluded.after_user_id`;

const freePlanStatement = (productId: number, now: number): Statement =>
  enqueueStatement({
    type: 'free_plans.changed',
    subscriptionId: `free:${productId}`,
    userId: null,
    entitlement: null,
    to: { productId },
    now,
  });

/** One batch of the users who have a plan that changed. */
async function continueBroadcast({ db, clock }: BroadcastDeps): Promise<number> {
  const { subject, afterUserId } = planBroadcasts;
  const [row] = await db.orm
    .select()
    .from(planBroadcasts)
    .where(sql`${afterUserId} IS NOT NULL`)
    .limit(1);
  if (row?.afterUserId == null) return 0;
  const plan = listSubjects().find((each) => each.subject === row.subject);
  const hasListeners = (await db.orm.select({ id: webhookEndpoints.id }).from(webhookEndpoints).limit(1)).length > 0;
  const userIds =
    plan?.planKey == null || !hasListeners
      ? []
      : await listUsersOfPlan(db, { planKey: plan.planKey, afterUserId: row.afterUserId, limit: USERS_AT_ONCE });
  const now = clock.now();
  await write(db, [
    ...userIds.flatMap((userId) => entitlementsChangedStatements(userId, now, { productId: plan?.productId ?? 0 })),
    db.orm
      .update(planBroadcasts)
      .set({ afterUserId: userIds.at(-1) ?? null })
      // Another publish may have begun it anew.
      .where(and(eq(subject, row.subject), eq(planBroadcasts.told, row.told))),
  ]);
  return 1;
}

function listSubjects(): Subject[] {
  const { products, plans } = getCatalogue();
  const ofPlans = plans.map((plan) => ({
    subject: `plan:${plan.key}`,
    productId: plan.productId,
    planKey: plan.key,
    told: JSON.stringify([plan.productName, plan.planName, toLimitsJson(plan)]),
  }));
  const ofProducts = products.map((product) => ({
    subject: `free:${product.id}`,
    productId: product.id,
    planKey: null,
    told: JSON.stringify(product.isArchived ? null : toFreePlanJson(product)),
  }));
  return [...ofPlans, ...ofProducts];
}
