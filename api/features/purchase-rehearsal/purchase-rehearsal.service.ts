import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#api/deps.ts';
import { getProducts, listPaidPlans } from '#api/domain/catalogue.ts';
import type { PriceIds } from '#api/domain/catalogue-types.ts';
import {
  hasPassed,
  listRehearsalFailures,
  type RehearsalReport,
  type RehearsalState,
  type RehearsalStep,
} from '#api/domain/purchase-rehearsal.ts';
import { featureWords } from '#api/domain/feature-words.ts';
import { PaymentError, type Payments, type ProviderPrice } from '#api/adapters/payments.ts';
import { conflictError, notFoundError } from '#api/http/errors.ts';
import { insertAuditStatement } from '#api/features/audit/audit.service.ts';
import type { PublicFetch } from '#api/publishing/verify/verify-live.ts';
import { listOrphans } from './database-copy.queries.ts';
import { describeOffer, getAmount, type Offer, rehearsePurchase } from './purchase.service.ts';
import type { RehearsalJson, RehearsalRecordJson } from './purchase-rehearsal.contract.ts';
import { toRehearsalJson } from './purchase-rehearsal.mapper.ts';
import * as queries from './purchase-rehearsal.queries.ts';
import { type CreateApp, openStage } from './stage.service.ts';
import { signIn } from './visitor.service.ts';

/** How long the provider has to deliver an event (ms). */
const DELIVERY_MAX_MS = 20_000;
const DELIVERY_POLL_MS = 250;
/** Tables of money; a row of theirs that refers to nothing makes a purchase fail. */
const MONEY_TABLES = ['checkout_attempts', 'stripe_customers', 'subscriptions', 'invoices', 'refunds', 'disputes'];
const ADMIN_EMAIL = 'rehearsal-admin@example.com';
const toCustomerEmail = (number: number) => `rehearsal-${number}@example.com`;
/** Pages are kept up to this length (characters). */
const RECORD_MAX_LENGTH = 500_000;

/** A style sheet in a page; the policy of the back office applies it only from a sheet of its own. */
const STYLE_SHEET = /<style[^>]*>([\s\S]*?)<\/style>/g;

const running = (): RehearsalReport => ({ steps: [], purchases: [] });

/** Every price that is on sale: each is one purchase of a rehearsal. */
const listOffers = (payments: Payments | null): Offer[] =>
  listPaidPlans().flatMap((plan) =>
    plan.prices.map(({ interval }) => ({ plan, interval, priceId: payments?.findPriceId(plan.key, interval) ?? null })),
  );

/** Hash of all that decides what a customer is offered and charged. */
export function hashOffer({ payments, site }: Pick<Deps, 'payments' | 'site'>): string {
  const { tax, language, features } = site.settings;
  const offered = {
    plans: listPaidPlans(),
    products: getProducts(),
    prices: listOffers(payments).map(({ priceId }) => priceId),
    tax,
    currency: language.currency,
    isOn: features.subscriptions,
    account: payments === null ? null : [payments.isSandbox, payments.setup.key.isLive],
  };
  return createHash('sha256').update(JSON.stringify(offered)).digest('hex');
}

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'site'>;

/** The newest rehearsal, and whether it says that what is sold today can be bought. */
export async function getRehearsal(deps: ReadDeps): Promise<RehearsalJson> {
  const row = await queries.findNewest(deps.db);
  const state = await findState(deps, row?.rehearsal ?? null);
  return toRehearsalJson(row, { state, offerCount: listOffers(deps.payments).length });
}

async function findState(deps: ReadDeps, newest: queries.RehearsalRow | null): Promise<RehearsalState> {
  if (newest === null) return 'none';
  const isCutOff = Math.abs(deps.clock.now() - newest.startedAt) >= queries.RUN_MAX_MS;
  if (newest.finishedAt === null && !isCutOff) return 'running';
  if (newest.offerHash !== hashOffer(deps)) return 'outdated';
  return newest.hasPassed ? 'passed' : 'failed';
}

/** For the start page: null where nothing is sold. */
export async function summarizeRehearsal(
  deps: ReadDeps,
): Promise<{ state: RehearsalState; failures: string[] } | null> {
  if (listPaidPlans().length === 0 || !deps.site.settings.features.subscriptions) return null;
  const newest = (await queries.findNewest(deps.db))?.rehearsal ?? null;
  return {
    state: await findState(deps, newest),
    failures: newest === null ? [] : listRehearsalFailures(newest.report),
  };
}

/** @throws not_found for a record that was never there, or of a rehearsal that is no longer kept. */
export async function getRehearsalRecord({ db }: Pick<Deps, 'db'>, id: number): Promise<RehearsalRecordJson> {
  const record = await queries.findRecord(db, id);
  if (!record) throw notFoundError('This page is no longer kept. Rehearse again to see it.');
  const sheets = [...record.html.matchAll(STYLE_SHEET)].map(([, sheet]) => sheet);
  return {
    title: record.title,
    html: record.kind === 'page' ? record.html.replaceAll(STYLE_SHEET, '') : record.html,
    styles: sheets.join('\n'),
  };
}

type Options = {
  deps: Omit<Deps, 'purchaseRehearsals'>;
  createApp: CreateApp;
  /** Fetches a page of the site as a visitor would. */
  fetchPage: PublicFetch;
  /** A folder for the database of a rehearsal. */
  directory: string;
  deliveryMaxMs?: number;
};

/** Buys every plan in the payment sandbox as a visitor would, one rehearsal at a time for all servers. */
export class PurchaseRehearsals {
  readonly #options: Options;
  #current: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Begins a rehearsal, which goes on after this has resolved. @throws conflict while one runs, or where nothing is sold. */
  async begin(actor: { id: number; email: string }): Promise<void> {
    const { db, clock, payments } = this.#options.deps;
    if (listOffers(payments).length === 0) throw conflictError('There is no paid plan on the site. Publish one first.');
    const now = clock.now();
    const id = await queries.insertRehearsal(
      db,
      {
        now,
        actorId: actor.id,
        offerHash: hashOffer(this.#options.deps),
        report: running(),
        audit: insertAuditStatement(db, {
          at: now,
          action: 'purchase_rehearsal.started',
          actorId: actor.id,
          subject: 'purchase-rehearsal',
        }),
      },
      () => conflictError('A rehearsal is running. Wait until it has finished.'),
    );
    this.#current = this.#run(id, actor.email).catch((error: unknown) =>
      this.#options.deps.log.error({ err: error }, 'purchase rehearsal failed'),
    );
  }

  /** Waits for the rehearsal that runs here. */
  async stop(): Promise<void> {
    await this.#current;
  }

  async #run(id: number, receiptTo: string): Promise<void> {
    const { deps } = this.#options;
    const report = running();
    const addSiteStep = async (step: RehearsalStep) => {
      report.steps.push(step);
      await queries.saveReport(deps.db, id, report);
    };
    try {
      for (const check of [checkFeature, checkDatabase, checkAccount]) await addSiteStep(await check(deps));
      await addSiteStep(await checkWebhook(deps, this.#options.deliveryMaxMs ?? DELIVERY_MAX_MS));
      const canBuy = !report.steps.some(({ name, state }) => name === 'feature' && state === 'failed');
      if (canBuy && deps.payments !== null) await this.#buyAll(id, report, receiptTo);
    } finally {
      await queries.finishRehearsal(deps.db, id, {
        report,
        hasPassed: hasPassed(report),
        finishedAt: deps.clock.now(),
      });
    }
  }

  async #buyAll(id: number, report: RehearsalReport, receiptTo: string): Promise<void> {
    const { deps, createApp, directory, fetchPage } = this.#options;
    const offers = listOffers(deps.payments);
    const stage = await openStage({
      deps: deps as Deps,
      createApp,
      directory,
      payments: { prices: await readPrices(deps.payments, offers), priceIds: toPriceIds(offers) },
      adminEmail: ADMIN_EMAIL,
    });
    try {
      const admin = await signIn(stage, ADMIN_EMAIL);
      for (const [index, offer] of offers.entries()) {
        const purchase = {
          planKey: offer.plan.key,
          planName: offer.plan.planName,
          productName: offer.plan.productName,
          interval: offer.interval,
          amount: getAmount(offer),
          currency: offer.plan.currency,
          steps: [] as RehearsalStep[],
          records: [] as RehearsalReport['purchases'][number]['records'],
        };
        report.purchases.push(purchase);
        await rehearsePurchase(
          {
            real: deps,
            fetchPage,
            stage,
            customer: await signIn(stage, toCustomerEmail(index + 1)),
            admin,
            receiptTo,
            keptEmails: new Set(),
            async keep({ kind, title, html }) {
              const record = { rehearsalId: id, kind, title, html: html.slice(0, RECORD_MAX_LENGTH) };
              purchase.records.push({ id: await queries.insertRecord(deps.db, record), kind, title });
            },
          },
          offer,
          async (step) => {
            purchase.steps.push(step);
            await queries.saveReport(deps.db, id, report);
          },
        );
      }
    } finally {
      await stage.close();
    }
  }
}

const pass = (name: RehearsalStep['name'], text: string): RehearsalStep => ({ name, state: 'ok', text, remedy: null });
const fail = (name: RehearsalStep['name'], text: string, remedy: string | null): RehearsalStep => ({
  name,
  state: 'failed',
  text,
  remedy,
});

async function checkFeature({ site }: Options['deps']): Promise<RehearsalStep> {
  const { label } = featureWords.subscriptions;
  if (site.settings.features.subscriptions) return pass('feature', `‘${label}’ is switched on.`);
  return fail(
    'feature',
    `‘${label}’ is switched off, so nothing can be bought.`,
    'Switch it on in the settings, and publish.',
  );
}

async function checkDatabase({ db }: Options['deps']): Promise<RehearsalStep> {
  const orphans = await listOrphans(db, MONEY_TABLES);
  const [first] = orphans;
  if (!first) return pass('database', 'Every payment belongs to a product and a customer.');
  const { table, parent, count } = first;
  const rows = count === 1 ? `1 row of ‘${table}’ refers` : `${count} rows of ‘${table}’ refer`;
  return fail(
    'database',
    `In the database, ${rows} to a row of ‘${parent}’ that isn’t there, so purchases fail.`,
    'Restore the newest backup that is whole, or ask the person who looks after the database.',
  );
}

/** What the check of the account finds wrong, but for prices: each plan has a step for its own. */
async function checkAccount({ payments, stripeCheck }: Options['deps']): Promise<RehearsalStep> {
  if (payments === null) {
    return fail('account', 'Nothing can be bought: Stripe isn’t connected.', 'Set Stripe’s keys on the server.');
  }
  const report = await stripeCheck.run();
  const wrong = report?.lines.find(({ name, state }) => state === 'error' && name !== 'prices');
  if (wrong) return fail('account', wrong.text, wrong.remedy);
  return pass('account', payments.isSandbox ? 'The payment sandbox answers. No real money moves.' : 'Stripe answers.');
}

/** A harmless change of a product at the provider makes an event, which must arrive at the site, signed with the right secret. */
async function checkWebhook({ db, clock, payments }: Options['deps'], deliveryMaxMs: number): Promise<RehearsalStep> {
  const name = 'webhook';
  const price = payments && (await readPrices(payments, listOffers(payments)))[0]?.price;
  if (!payments || !price?.productId) {
    return { name, state: 'skipped', text: 'Not tried: no published plan has a price at Stripe yet.', remedy: null };
  }
  const since = clock.now();
  try {
    await payments.setup.touchProduct(price.productId, since);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.status === 403) {
      return {
        name,
        state: 'skipped',
        text: 'Not tried: the key lacks the permission ‘Products: Write’.',
        remedy: null,
      };
    }
    return fail(name, `Stripe didn’t take a change of a product: ${error.message}`, 'Rehearse again.');
  }
  for (let waited = 0; waited < deliveryMaxMs; waited += DELIVERY_POLL_MS) {
    const delivery = await queries.findDelivery(db, { objectId: price.productId, since });
    if (delivery === 'delivered') return pass(name, 'An event of Stripe arrived, with the right signature.');
    if (delivery !== null) {
      return fail(
        name,
        delivery.refused === 'signature'
          ? 'Stripe’s webhook was refused, because it is signed with another secret than the one that is set.'
          : `Stripe’s webhook was refused (${delivery.refused}).`,
        'Copy the signing secret of the endpoint in Stripe into STRIPE_WEBHOOK_SECRET.',
      );
    }
    await sleep(DELIVERY_POLL_MS);
  }
  return fail(
    name,
    `No event of Stripe arrived within ${deliveryMaxMs / 1_000} seconds.`,
    'Look at the webhook endpoint under Billing, ‘Stripe check’.',
  );
}

/** Prices that are set on the server are not in the catalogue: the payments of a rehearsal are told all of them. */
const toPriceIds = (offers: readonly Offer[]): PriceIds =>
  Object.fromEntries(
    [...Map.groupBy(offers, ({ plan }) => plan.key)].map(([key, own]) => [
      key,
      own.flatMap(({ priceId, interval }) => (priceId === null ? [] : [{ priceId, interval, isCurrent: true }])),
    ]),
  );

/** Prices as the provider has them, of the offers that have one there. */
async function readPrices(
  payments: Payments | null,
  offers: readonly Offer[],
): Promise<{ name: string; price: ProviderPrice }[]> {
  const read = offers.map(async (offer) => {
    if (payments === null || offer.priceId === null) return [];
    const price = await payments.setup.findPrice(offer.priceId).catch((error: unknown) => {
      if (error instanceof PaymentError) return null;
      throw error;
    });
    return price === null ? [] : [{ name: describeOffer(offer), price }];
  });
  return (await Promise.all(read)).flat();
}
