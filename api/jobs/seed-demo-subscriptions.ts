import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Payments } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { findPlanByKey } from '#api/domain/catalogue.ts';
import type { DemoPlanKey } from '#db/seed/site/plans.ts';
import { formatFullName } from '#api/domain/person-name.ts';
import type { SyncDeps } from '#api/features/subscriptions/sync/effects.service.ts';
import { syncUser } from '#api/features/subscriptions/sync/sync.service.ts';
import { stripeCustomers, users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const GOOD_CARD = '4242424242424242';
/** It can be saved, and every charge is declined. */
const FAILING_CARD = '4000000000000341';

/** Where the clock of a new sandbox starts, so that the demo has a past. Unix seconds. */
export const getDemoStart = (now: number): number => Math.floor(now / 1000) - 130 * DAY;

/** What the seed needs of the payment sandbox. Times are Unix seconds. */
export type DemoSandbox = {
  url: string;
  /** Nothing was saved by an earlier one. */
  isNew: boolean;
  control: {
    dashboard: { replaceCard(customerId: string, number: string): Promise<unknown> };
    now(): number;
    advanceTo(time: number): Promise<void>;
    pay(sessionId: string, payer: { card: string }): Promise<unknown>;
  };
};

type Act =
  { buy: DemoPlanKey } | { upgradeTo: DemoPlanKey } | { downgradeTo: DemoPlanKey } | 'cancel' | 'let the card fail';

/**
 * The past of the demo. At its end one is past due, one ended, one will end, and one has a scheduled downgrade, on any day of
 * the year: no change is near a renewal, and the last renewal of the card that fails is 2 to 5 days ago.
 */
const steps: readonly { daysAgo: number; email: string; act: Act }[] = [
  { daysAgo: 128, email: 'tom@mateworks.example', act: { buy: 'Studio' } },
  { daysAgo: 112, email: 'sam.okafor@example.com', act: { buy: 'Creator' } },
  { daysAgo: 104, email: 'mele.tupou@example.com', act: { buy: 'Creator' } },
  { daysAgo: 76, email: 'priya.raman@example.com', act: { buy: 'Pro' } },
  { daysAgo: 70, email: 'sam.okafor@example.com', act: 'cancel' },
  { daysAgo: 64, email: 'henrik.dahl@example.com', act: { buy: 'Creator' } },
  { daysAgo: 52, email: 'mele.tupou@example.com', act: { upgradeTo: 'Pro' } },
  { daysAgo: 40, email: 'sam.okafor@example.com', act: { buy: 'TaxMate' } },
  { daysAgo: 20, email: 'henrik.dahl@example.com', act: 'let the card fail' },
  { daysAgo: 9, email: 'priya.raman@example.com', act: 'cancel' },
  { daysAgo: 5, email: 'mele.tupou@example.com', act: { downgradeTo: 'Creator' } },
];

type SeedDeps = SyncDeps & { sandbox: DemoSandbox };
type Buyer = Pick<typeof users.$inferSelect, 'id' | 'email' | 'firstName' | 'lastName'>;
type Bought = { customerId: string; subscriptionId: string };

/**
 * Gives demo users subscriptions with some months of history. The payment sandbox makes all of it, on its way from the
 * past to now. A sync after each step brings it into the database, with the time of the step in the audit log: the
 * webhooks, which come meanwhile or later, find nothing left to change. A sandbox that is not new only has its clock
 * moved to now: the seed may have been interrupted.
 */
export async function seedDemoSubscriptions(deps: SeedDeps): Promise<void> {
  const { clock, sandbox } = deps;
  const now = Math.floor(clock.now() / 1000);
  try {
    if (sandbox.isNew) await performSteps(deps, now);
  } finally {
    if (sandbox.control.now() < now) await sandbox.control.advanceTo(now);
  }
}

/** Seeds in the background: the site is up already. */
export function startDemoSubscriptions(
  { payments, ...deps }: Omit<SyncDeps, 'payments'> & Pick<Deps, 'payments'>,
  sandbox: DemoSandbox | null,
): void {
  if (!payments || !sandbox) return;
  seedDemoSubscriptions({ ...deps, payments, sandbox }).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'demo subscriptions are incomplete');
  });
}

async function performSteps(deps: SeedDeps, now: number): Promise<void> {
  const buyers = await findBuyers(deps);
  /** What each user bought last: further steps are about that. */
  const bought = new Map<number, Bought>();
  for (const { daysAgo, email, act } of steps) {
    const buyer = buyers.get(email);
    if (!buyer) continue;
    await advanceTo(deps, now - daysAgo * DAY, [...bought.keys()]);
    const last = bought.get(buyer.id);
    if (typeof act === 'object' && 'buy' in act) bought.set(buyer.id, await buy(deps, buyer, act.buy));
    else if (last) await change(deps, last, act);
    await syncAt(deps, buyer.id);
  }
  await advanceTo(deps, now, [...bought.keys()]);
}

/** Week by week: a sync after each dates renewals and ends to within seven days. */
async function advanceTo(deps: SeedDeps, time: number, userIds: readonly number[]): Promise<void> {
  const { control } = deps.sandbox;
  while (control.now() < time) {
    await control.advanceTo(Math.min(time, control.now() + WEEK));
    for (const id of userIds) await syncAt(deps, id);
  }
}

const syncAt = (deps: SeedDeps, userId: number) =>
  syncUser({ ...deps, happenedAt: deps.sandbox.control.now() * 1000 }, userId);

async function findBuyers({ db }: SeedDeps): Promise<Map<string, Buyer>> {
  const { id, email, firstName, lastName } = users;
  const emails = [...new Set(steps.map((step) => step.email))];
  const rows = await db.orm.select({ id, email, firstName, lastName }).from(users).where(inArray(email, emails));
  return new Map(rows.map((row) => [row.email, row]));
}

async function change(deps: SeedDeps, last: Bought, act: Exclude<Act, { buy: DemoPlanKey }>): Promise<void> {
  const { payments, sandbox } = deps;
  const { subscriptionId } = last;
  if (act === 'let the card fail') {
    // As in the portal; the next payment fails.
    await sandbox.control.dashboard.replaceCard(last.customerId, FAILING_CARD);
    return;
  }
  if (act === 'cancel') {
    await payments.setCancelAtPeriodEnd(subscriptionId, true, { feedback: 'unused' });
    return;
  }
  const toChange = (planKey: DemoPlanKey) => ({
    subscriptionId,
    priceId: findPriceId(payments, planKey),
    prorationAt: sandbox.control.now() * 1000,
  });
  if ('upgradeTo' in act) await payments.changeNow(toChange(act.upgradeTo), randomUUID());
  else await payments.scheduleChange(toChange(act.downgradeTo), randomUUID());
}

async function buy(deps: SeedDeps, buyer: Buyer, planKey: DemoPlanKey): Promise<Bought> {
  const { payments, sandbox } = deps;
  const customerId = await findOrCreateCustomer(deps, buyer);
  const checkout = {
    userId: buyer.id,
    customerId,
    planKey,
    priceId: findPriceId(payments, planKey),
    quantity: 1,
    trialDays: 0,
    takesPromotionCodes: false,
    productId: findPlanByKey(planKey)?.productId ?? 0,
    successUrl: `${sandbox.url}/`,
    cancelUrl: `${sandbox.url}/`,
    tax: { isAutomatic: false, asksTaxNumber: false, rate: null },
    expiresAt: (sandbox.control.now() + HOUR) * 1000,
  };
  const { id } = await payments.createCheckoutSession(checkout, randomUUID());
  await sandbox.control.pay(id, { card: GOOD_CARD });
  const { subscriptionId } = await payments.getCheckoutSession(id);
  if (subscriptionId === null) throw new Error(`The sandbox didn’t sell ${planKey} to ${buyer.email}.`);
  return { customerId, subscriptionId };
}

async function findOrCreateCustomer({ db, clock, payments }: SeedDeps, buyer: Buyer): Promise<string> {
  const [known] = await db.orm.select().from(stripeCustomers).where(eq(stripeCustomers.userId, buyer.id));
  if (known) return known.customerId;
  const name = formatFullName(buyer) || null;
  const { id: customerId } = await payments.createCustomer(
    { userId: buyer.id, email: buyer.email, name },
    randomUUID(),
  );
  await write(db, [db.orm.insert(stripeCustomers).values({ userId: buyer.id, customerId, createdAt: clock.now() })]);
  return customerId;
}

function findPriceId(payments: Payments, planKey: DemoPlanKey): string {
  const priceId = payments.findPriceId(planKey, 'month');
  if (priceId === null) throw new Error(`There is no price for ${planKey}.`);
  return priceId;
}
