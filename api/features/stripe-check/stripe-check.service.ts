import type { Payments } from '#api/adapters/payments.ts';
import type { Deps } from '#api/deps.ts';
import { findPlan } from '#api/domain/catalogue.ts';
import { needsSomeone, type StripeCheckLine, type StripeReport } from '#api/domain/stripe-report.ts';
import { readDeliveries } from '#api/features/subscriptions/webhooks/inbox.service.ts';
import { checkAccount, type CheckSettings } from './account-check.service.ts';
import { comparePrice } from './price-check.service.ts';
import type { StripeCheckJson } from './stripe-check.contract.ts';
import { toStripeCheckJson } from './stripe-check.mapper.ts';
import type { DeliveryFacts, WebhookRefusal } from './webhook-checks.service.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Refusals start a check at most so often (ms): anyone can send a webhook that is refused. */
const WAKE_INTERVAL_MS = 10 * 60_000;

/** Refusals that are remembered: anyone can send a webhook that is refused. */
const REFUSALS_MAX = 1_000;

type Options = Pick<Deps, 'db' | 'clock' | 'log'> & {
  /** Null where nothing can be bought: there is nothing to check. */
  payments: Payments | null;
  settings: Omit<CheckSettings, 'webhookUrl'> & { webhookUrl: () => string };
};

/** The result of the last check, or of the one that runs. */
export const getStripeCheck = ({ stripeCheck }: Pick<Deps, 'stripeCheck'>): StripeCheckJson =>
  toStripeCheckJson(stripeCheck.report);

/** Checks the account at Stripe at start, daily, after a refusal and on demand, and knows which plans may be sold. */
export class StripeCheck {
  readonly #options: Options;
  #report: StripeReport | null = null;
  #running: Promise<StripeReport | null> | null = null;
  #wokenAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #unwatch: (() => void) | undefined;
  #acceptedAt: number | null = null;
  /** By the id of the event, the newest last. */
  readonly #refusals = new Map<string, WebhookRefusal>();
  /** By plan: how its price differs, or null where it is right. Absent: not read yet. */
  readonly #differences = new Map<string, string | null>();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    void this.run();
    this.#unwatch = this.#options.payments?.setup.watchRefusals(() => this.wake());
    this.#timer = setInterval(() => void this.run(), DAY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unwatch?.();
    await this.#running;
  }

  /** Checks now, unless a refusal made it check a short while ago. */
  wake(): void {
    const now = this.#options.clock.now();
    if (now - this.#wokenAt < WAKE_INTERVAL_MS) return;
    this.#wokenAt = now;
    void this.run();
  }

  /** Of the last check, or of the one that runs; null before the first. */
  get report(): StripeReport | null {
    return this.#report;
  }

  get webhookUrl(): string {
    return this.#options.settings.webhookUrl();
  }

  /** What is known of deliveries, and of those of these events. */
  async readDeliveries(eventIds: readonly string[]): Promise<NonNullable<DeliveryFacts>> {
    const refused = eventIds.map((id) => this.#refusals.get(id)).filter((refusal) => refusal !== undefined);
    return { ...(await readDeliveries(this.#options, eventIds)), acceptedAt: this.#acceptedAt, refused };
  }

  /** Joins a check that runs already. Resolves with its report, or null where there is nothing to check. */
  run(): Promise<StripeReport | null> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  recordDelivery(type: string): void {
    this.#acceptedAt = this.#options.clock.now();
    // What the catalogue of Stripe says has changed.
    if (/^(price|product)\./.test(type)) void this.run();
  }

  recordRefusal(refusal: Omit<WebhookRefusal, 'at'>): void {
    this.#refusals.delete(refusal.eventId);
    this.#refusals.set(refusal.eventId, { ...refusal, at: this.#options.clock.now() });
    const [oldest] = this.#refusals.keys();
    if (this.#refusals.size > REFUSALS_MAX && oldest !== undefined) this.#refusals.delete(oldest);
    this.wake();
  }

  /**
   * Why a plan may not be sold now, or null. A price that no check has read, or that differed, is read first, so that one
   * that was put right is sold at once. One that can’t be read isn’t known to differ: Stripe itself will refuse or answer.
   */
  async findSaleObstacle(planName: string): Promise<string | null> {
    const { payments } = this.#options;
    const plan = findPlan(planName);
    if (!payments || !plan) return null;
    if (this.#isTestKeyRefused(payments)) return 'a test key in production';
    if (this.#differences.get(planName) !== null) {
      const result = await comparePrice(payments, plan).catch(() => null);
      if (result) this.#differences.set(planName, result.difference);
    }
    return this.#differences.get(planName) ?? null;
  }

  #isTestKeyRefused({ setup, isSandbox }: Payments): boolean {
    const { isProduction, allowsTestKey } = this.#options.settings;
    return isProduction && !allowsTestKey && !setup.key.isLive && !isSandbox;
  }

  async #run(): Promise<StripeReport | null> {
    const { payments, settings, clock, log } = this.#options;
    if (!payments) return null;
    const { isSandbox, setup } = payments;
    const ofKey = setup.key.isLive ? 'live' : 'test';
    const mode = isSandbox ? 'sandbox' : ofKey;
    const before = this.#report;
    const started: StripeReport = { mode, lines: [], startedAt: clock.now(), finishedAt: null };
    this.#report = started;
    try {
      const { lines, prices } = await checkAccount({
        payments,
        settings: { ...settings, webhookUrl: this.webhookUrl },
        readDeliveries: (eventIds) => this.readDeliveries(eventIds),
        now: clock.now(),
        onLine: (line) => {
          this.#report = { ...started, lines: [...(this.#report?.lines ?? []), line] };
        },
      });
      for (const { planName, difference } of prices ?? []) this.#differences.set(planName, difference);
      this.#report = { ...started, lines, finishedAt: clock.now() };
      this.#logProblems(lines);
    } catch (error) {
      log.error({ err: error }, 'Stripe check failed');
      this.#report = before;
    }
    return this.#report;
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
