import { findPlanName, findProductName, getPlanName } from '#api/domain/catalogue.ts';
import { asc, eq } from 'drizzle-orm';
import {
  complimentaryPlans,
  invoices,
  products,
  publishJobs,
  revisions,
  subscriptions,
  uploads,
} from '#db/schema/index.ts';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import { toIso, toIsoOrNull } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { toPriceJson } from '#api/features/subscriptions/prices.service.ts';
import type { AccountExportJson } from '#api/features/account/account.contract.ts';

/** Revisions, uploads and publishes of a user in the back office, oldest first. */
export async function listAuthoredContent({ orm }: Deps['db'], user: UserRow): Promise<AccountExportJson['work']> {
  const { kind, subjectId, number, fields, createdAt } = revisions;
  const revisionRows = await orm
    .select({ kind, subjectId, number, fields, createdAt })
    .from(revisions)
    .where(eq(revisions.userId, user.id))
    .orderBy(asc(revisions.id));
  const uploadRows = await orm.select().from(uploads).where(eq(uploads.userId, user.id)).orderBy(asc(uploads.id));
  const publishRows = await orm
    .select()
    .from(publishJobs)
    .where(eq(publishJobs.userId, user.id))
    .orderBy(asc(publishJobs.id));
  return {
    revisions: revisionRows.map((row) => ({
      kind: row.kind,
      id: row.subjectId,
      number: row.number,
      title: String(row.fields.title ?? ''),
      created_at: toIso(row.createdAt),
    })),
    uploads: uploadRows.map((row) => ({ name: row.name, url: row.url, created_at: toIso(row.createdAt) })),
    publishes: publishRows.map((row) => ({ reason: row.reason, created_at: toIso(row.createdAt) })),
  };
}

/** Plans that a user was given free of charge, oldest first. */
export async function listGivenPlans(
  { orm }: Deps['db'],
  user: UserRow,
): Promise<AccountExportJson['complimentary_plans']> {
  const rows = await orm
    .select()
    .from(complimentaryPlans)
    .where(eq(complimentaryPlans.userId, user.id))
    .orderBy(asc(complimentaryPlans.createdAt));
  return rows.map((row) => ({
    product_name: findProductName(row.productId) ?? '',
    plan_name: getPlanName(row.planKey),
    quantity: row.quantity,
    reason: row.reason,
    created_at: toIso(row.createdAt),
    ends_at: toIsoOrNull(row.endsAt),
    ended_at: toIsoOrNull(row.endedAt),
  }));
}

/** Subscriptions and invoices of a user, oldest first. */
export async function listPurchases(
  { orm }: Deps['db'],
  user: UserRow,
): Promise<Pick<AccountExportJson, 'subscriptions' | 'invoices'>> {
  const bought = await orm
    .select({ row: subscriptions, productName: products.name })
    .from(subscriptions)
    .innerJoin(products, eq(products.id, subscriptions.productId))
    .where(eq(subscriptions.userId, user.id))
    .orderBy(asc(subscriptions.createdAt));
  const billed = await orm.select().from(invoices).where(eq(invoices.userId, user.id)).orderBy(asc(invoices.createdAt));
  return {
    subscriptions: bought.map(({ row, productName }) => ({
      id: row.stripeSubscriptionId,
      product_name: productName,
      plan_name: getPlanName(row.planName),
      status: row.status,
      price: toPriceJson(row),
      created_at: toIso(row.createdAt),
      current_period_end: toIso(row.currentPeriodEnd),
      ended_at: toIsoOrNull(row.endedAt),
    })),
    invoices: billed.map((row) => ({
      number: row.number,
      plan_name: findPlanName(row.planName),
      status: row.status,
      total: row.total,
      amount_paid: row.amountPaid,
      amount_refunded: row.amountRefunded,
      currency: row.currency,
      created_at: toIso(row.createdAt),
      paid_at: toIsoOrNull(row.paidAt),
    })),
  };
}
