import type { Payments } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { findPlanByKey, getCatalogue, getPlans } from '#api/domain/catalogue.ts';
import type { Plan, PlanInterval, PriceIds } from '#api/domain/catalogue-types.ts';
import type { WebhookRefusalReason } from '#api/domain/enums.ts';
import { type CheckedPrice, listUnsold } from '#api/domain/price-sale.ts';
import { needsSomeone, type StripeCheckLine, type StripeReport } from '#api/domain/stripe-report.ts';
import { readDeliveries } from '#api/features/subscriptions/webhooks/inbox.service.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { listCheckedPrices } from '#db/queries/checked-prices.ts';
import { write } from '#db/write.ts';
import { checkAccount, type CheckSettings } from './account-check.service.ts';
import { comparePrice, NO_PRICE, type PriceResult, type TaxSide, toPriceKey } from './price-check.service.ts';
import { renameProducts } from './product-names.service.ts';
import type { StripeCheckJson } from './stripe-check.contract.ts';
import { toStripeCheckJson } from './stripe-check.mapper.ts';
import * as queries from './stripe-check.queries.ts';
import type { DeliveryFacts } from './webhook-checks.service.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Refusals start a check at most so often (ms): anyone can send a webhook that is refused. */
const WAKE_INTERVAL_MS = 10 * 60_000;
/** Refusals that a server records in that time, each in a write. */
const REFUSALS_MAX = 1_000;

const TEST_KEY = 'a test key in production';

/** Everything that a check compares with the provider. */
function describeCatalogue(taxSide: TaxSide): string {
  const { plans, priceIds } = getCatalogue();
  return JSON.stringify([
    plans.map(({ key, prices, currency, isArchived }) => [key, prices, currency, isArchived]),
    priceIds,
    taxSide,
  ]);
}

const listCurrentPriceIds = ({ findPriceId }: Pick<Payments, 'findPriceId'>, plans: readonly Plan[]): PriceIds =>
  Object.fromEntries(
    plans.map(({ key, prices }) => [
      key,
      prices.flatMap(({ interval }) => {
        const priceId = findPriceId(key, interval);
        return priceId === null ? [] : [{ priceId, interval, isCurrent: true }];
      }),
    ]),
  );

type Options = Pick<Deps, 'db' | 'clock' | 'log'> & {
  /** Null where nothing can be bought: there is nothing to check. */
  payments: Payments | null;
  /** Brings what can be bought to the pages. */
  publisher?: Pick<Deps['publisher'], 'wake'>;
  settings: Omit<CheckSettings, 'taxSide' | 'webhookUrl'> & { webhookUrl: () => string };
  /** What the site says of tax now: the owner may change it. */
  taxSide: () => TaxSide;
};

/** The result of the last check, or of the one that runs. */
export const getStripeCheck = async ({ stripeCheck }: Pick<Deps, 'stripeCheck'>): Promise<StripeCheckJson> =>
  toStripeCheckJson(await stripeCheck.readReport());

/**
 * Checks the account at Stripe at start, daily, after a refusal and on demand, and knows which plans may be sold. What is found
 * is in the database, so every server shows it and sells by it, whichever one checked.
 */
export class StripeCheck {
  readonly #options: Options;
  readonly #createdAt: number;
  #running: Promise<StripeReport | null> | null = null;
  #begun: Promise<unknown> = Promise.resolve();
  #waking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #unwatch: (() => void) | undefined;
  /** By this server; what others accepted is in the inbox. */
  #acceptedAt: number | null = null;
  #refusals = { count: 0, endsAt: 0 };
  /** The prices of the catalogue that were last known here. */
  #catalogue: string;

  constructor(options: Options) {
    this.#options = options;
    this.#catalogue = describeCatalogue(options.taxSide());
    this.#createdAt = options.clock.now();
  }

  start(): void {
    void this.run();
    this.watchRefusals();
    this.#timer = setInterval(() => void this.run(), DAY_MS).unref();
  }

  /** Checks soon after Stripe has refused a request of this server. Without `start`, it checks for no other reason of its own. */
  watchRefusals(): void {
    this.#unwatch ??= this.#options.payments?.setup.watchRefusals(() => this.wake());
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unwatch?.();
    await this.#waking;
    await this.#running;
  }

  /** Checks once more when other prices were published than this server knew, so that what was put right is sold, and said, at once. */
  followCatalogue(): void {
    const current = describeCatalogue(this.taxSide);
    if (current === this.#catalogue) return;
    this.#catalogue = current;
    this.#checkAgain();
  }

  /** A check that runs may have read what was before. */
  #checkAgain(): void {
    void Promise.resolve(this.#running).then(() => this.run());
  }

  /** Checks now, unless a refusal made a server check a short while ago. */
  wake(): void {
    this.#waking = this.#claimWake().catch((error: unknown) => this.#logFailure(error));
  }

  async #claimWake(): Promise<void> {
    const { db, clock } = this.#options;
    const [claim] = await write(db, [queries.claimWakeStatement(db, clock.now(), WAKE_INTERVAL_MS)]);
    if (claim && claim.rowsAffected > 0) void this.run();
  }

  /** Of the last check, or of the one that runs, on whichever server; null before the first. */
  async readReport(): Promise<StripeReport | null> {
    const { db, clock, payments } = this.#options;
    return payments && queries.findReport(db, clock.now());
  }

  get taxSide(): TaxSide {
    return this.#options.taxSide();
  }

  get webhookUrl(): string {
    return this.#options.settings.webhookUrl();
  }

  /** What is known of deliveries, and of those of these events. */
  async readDeliveries(eventIds: readonly string[]): Promise<NonNullable<DeliveryFacts>> {
    const { db } = this.#options;
    const [facts, refused] = await Promise.all([readDeliveries({ db }, eventIds), queries.listRefusals(db, eventIds)]);
    const acceptedElsewhere = facts.last && facts.last.at > this.#createdAt ? facts.last.at : 0;
    const acceptedAt = Math.max(this.#acceptedAt ?? 0, acceptedElsewhere) || null;
    return { ...facts, acceptedAt, refused };
  }

  /** Joins a check that runs already. Resolves with its report, or null where there is nothing to check. */
  run(): Promise<StripeReport | null> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Starts a check, unless one runs here. Resolves as soon as `readReport` shows it. */
  async begin(): Promise<void> {
    void this.run();
    await this.#begun;
  }

  recordDelivery(type: string): void {
    this.#acceptedAt = this.#options.clock.now();
    // What the catalogue of Stripe says has changed.
    if (/^(price|product)\./.test(type)) void this.run();
  }

  /** Records a refusal for the check that it begins; beyond some, only the check is begun. */
  async recordRefusal(refusal: { eventId: string; reason: WebhookRefusalReason }): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock.now();
    if (this.#refusals.endsAt <= now) this.#refusals = { count: 0, endsAt: now + WAKE_INTERVAL_MS };
    this.#refusals.count += 1;
    if (this.#refusals.count <= REFUSALS_MAX)
      await write(db, queries.recordRefusalStatements(db, { ...refusal, refusedAt: now }));
    this.wake();
  }

  /**
   * Why a plan may not be sold now, or null. A price that no check has read, or that differed, is read first, so that one
   * that was put right is sold at once. One that can’t be read isn’t known to differ: Stripe itself will refuse or answer.
   */
  async findSaleObstacle(planKey: string, interval: PlanInterval): Promise<string | null> {
    const { db, payments } = this.#options;
    const plan = findPlanByKey(planKey);
    if (!payments || !plan) return null;
    if (this.#isTestKeyRefused(payments)) return TEST_KEY;
    const known = await queries.findPriceCheck(db, toPriceKey(payments, plan, interval, this.taxSide));
    if (known?.difference === null) return null;
    const result = await comparePrice(payments, plan, interval, this.taxSide).catch(() => null);
    if (result) {
      await write(db, [queries.savePriceCheckStatement(db, result)]);
      // The pages and the start page say otherwise.
      if (known ? result.difference === null : result.difference !== null) this.#checkAgain();
    }
    return (result ?? known)?.difference ?? null;
  }

  /**
   * Whether a price of a plan is known not to be sold, by the rule of the pages (`listUnsold`), which know the price ids of the settings and
   * comparisons since the last check only from the next one on. Asks nobody, so that a page can show it.
   */
  async readKnownObstacles(): Promise<(plan: Plan, interval: PlanInterval) => boolean> {
    const { payments } = this.#options;
    if (!payments) return () => true;
    const plans = getPlans();
    const unsold = listUnsold(
      { plans, priceIds: listCurrentPriceIds(payments, plans) },
      await this.#listKnownPrices(payments, plans),
    );
    return ({ key }, interval) => unsold.some((price) => price.planKey === key && price.interval === interval);
  }

  /** What is known of the prices of these plans: compared since the last check, by the last check, or missing. */
  async #listKnownPrices(payments: Payments, plans: readonly Plan[]): Promise<CheckedPrice[]> {
    const { db } = this.#options;
    const [compared, checked] = await Promise.all([queries.listComparedPrices(db), listCheckedPrices(db)]);
    const isKeyRefused = this.#isTestKeyRefused(payments);
    return plans.flatMap((plan) =>
      plan.prices.flatMap(({ interval, amount }) => {
        const priceId = payments.findPriceId(plan.key, interval);
        const price = { planKey: plan.key, interval, priceId, amount, currency: plan.currency };
        if (isKeyRefused) return [{ ...price, difference: TEST_KEY }];
        if (priceId === null) return [{ ...price, difference: NO_PRICE }];
        const difference = compared.get(toPriceKey(payments, plan, interval, this.taxSide));
        if (difference !== undefined) return [{ ...price, difference }];
        return checked.filter((each) => each.planKey === plan.key && each.interval === interval);
      }),
    );
  }

  #isTestKeyRefused({ setup, isSandbox }: Payments): boolean {
    const { isProduction, allowsTestKey } = this.#options.settings;
    return isProduction && !allowsTestKey && !setup.key.isLive && !isSandbox;
  }

  async #run(): Promise<StripeReport | null> {
    const { db, payments, clock } = this.#options;
    if (!payments) return null;
    const { isSandbox, setup } = payments;
    const ofKey = setup.key.isLive ? 'live' : 'test';
    const mode = isSandbox ? 'sandbox' : ofKey;
    const started: StripeReport = { mode, lines: [], startedAt: clock.now(), finishedAt: null };
    const save = (report: StripeReport | null) => write(db, [queries.saveRunningStatement(db, report)]);
    try {
      this.#begun = save(started).catch((error: unknown) => this.#logFailure(error));
      await this.#begun;
      const { lines, prices } = await this.#check(payments, started, save);
      if (prices) await this.#renameProducts(payments);
      const before = await listCheckedPrices(db);
      const checked = prices === null ? before : this.#toCheckedPrices(payments, prices);
      const report = { ...started, lines, prices: [...checked], finishedAt: clock.now() };
      const catalogue = getCatalogue();
      const isSaleChanged =
        JSON.stringify(listUnsold(catalogue, before)) !== JSON.stringify(listUnsold(catalogue, checked));
      const publish = { kind: 'site', reason: 'What can be bought has changed', now: clock.now() } as const;
      await write(db, [
        ...queries.saveReportStatements(db, report, prices),
        ...(isSaleChanged ? [enqueuePublishStatement(db, publish)] : []),
      ]);
      if (isSaleChanged) this.#options.publisher?.wake();
      this.#logProblems(lines);
      return report;
    } catch (error) {
      this.#logFailure(error);
      await save(null).catch((failure: unknown) => this.#logFailure(failure));
      return this.readReport().catch(() => null);
    }
  }

  /** Each line can be read as soon as it is known: the writes follow each other, and are done when this resolves. */
  async #check(
    payments: Payments,
    started: StripeReport,
    save: (report: StripeReport) => Promise<unknown>,
  ): Promise<{ lines: StripeCheckLine[]; prices: PriceResult[] | null }> {
    const { settings, clock } = this.#options;
    let known: readonly StripeCheckLine[] = [];
    let saved: Promise<unknown> = Promise.resolve();
    const result = await checkAccount({
      payments,
      settings: { ...settings, taxSide: this.taxSide, webhookUrl: this.webhookUrl },
      readDeliveries: (eventIds) => this.readDeliveries(eventIds),
      now: clock.now(),
      onLine: (line) => {
        known = [...known, line];
        const report = { ...started, lines: [...known] };
        saved = saved.then(() => save(report)).catch((error: unknown) => this.#logFailure(error));
      },
    }).finally(() => saved);
    return result;
  }

  /** Without the permission to write products they keep their names: it is not needed to sell. */
  async #renameProducts(payments: Payments): Promise<void> {
    const failures = await renameProducts(this.#options.db, payments);
    if (failures.length > 0) this.#options.log.warn({ failures }, 'products at Stripe keep their earlier names');
  }

  #toCheckedPrices(payments: Payments, results: readonly PriceResult[]): CheckedPrice[] {
    const isRefused = this.#isTestKeyRefused(payments);
    return results.map(({ planKey, interval, priceId, amount, currency, difference }) => ({
      planKey,
      interval,
      priceId,
      amount,
      currency,
      difference: isRefused ? TEST_KEY : difference,
    }));
  }

  #logFailure(error: unknown): void {
    this.#options.log.error({ err: error }, 'Stripe check failed');
  }

  #logProblems(lines: readonly StripeCheckLine[]): void {
    const { log } = this.#options;
    for (const { name, state, text, details, remedy } of lines.filter(needsSomeone)) {
      const about = { check: name, details, remedy };
      if (state === 'error') log.error(about, `Stripe check: ${text}`);
      else log.warn(about, `Stripe check: ${text}`);
    }
  }
}
