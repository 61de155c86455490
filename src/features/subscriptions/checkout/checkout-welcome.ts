import type { SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { findPlan, formatPlanName } from '#api/domain/catalogue.ts';
import { paths } from '#src/lib/paths.ts';
import { getPricingPath } from '../subscription-model.ts';
import { type CheckoutOutcome, wait, waitForOutcome } from './checkout-outcome.ts';
import { takeStartedPlan } from './started-plan.ts';

/** At least this long (specification, section 9). */
const PROCESSING_MS = 2000;
const SLOW_MS = 30_000;
const SESSION_ID = /^cs_(test|live)_\w+$/;

/** The page after checkout: processing until the server knows the outcome, then the welcome or what to do. */
class CheckoutWelcome extends HTMLElement {
  connectedCallback(): void {
    const sessionId = new URLSearchParams(location.search).get('session_id') ?? '';
    void this.#run(SESSION_ID.test(sessionId) ? sessionId : null);
  }

  async #run(sessionId: string | null): Promise<void> {
    const slow = setTimeout(() => this.#query('.slow')?.removeAttribute('hidden'), SLOW_MS);
    const isStopped = () => !this.isConnected;
    const [outcome] = await Promise.all([
      sessionId ? waitForOutcome(sessionId, isStopped) : ({ name: 'unknown' } as const),
      wait(PROCESSING_MS),
    ]);
    clearTimeout(slow);
    if (!outcome || isStopped()) return;
    if (sessionId) this.#showSessionId(sessionId);
    this.#show(outcome);
  }

  #showSessionId(sessionId: string): void {
    const session = this.#query('.session');
    const code = session?.querySelector('code');
    if (!session || !code) return;
    code.textContent = sessionId;
    session.hidden = false;
  }

  #show(outcome: CheckoutOutcome): void {
    const heading = this.#query('h1');
    for (const each of this.querySelectorAll<HTMLElement>('[data-outcome]')) {
      each.hidden = each.dataset.outcome !== outcome.name;
      if (!each.hidden && heading) heading.textContent = each.dataset.heading ?? '';
    }
    if (outcome.name === 'active' && outcome.subscription) this.#welcome(outcome.subscription, outcome);
    const plan = takeStartedPlan();
    if (outcome.name === 'failed' && plan) this.#linkBackToPlan(plan);
    if (outcome.name === 'signed-out') this.#linkSignIn();
    this.dataset.ready = '';
    heading?.focus({ preventScroll: true });
  }

  /** The plan in the heading, and the next steps of its product: a receipt only comes where something was paid. */
  #welcome({ product_name, plan_name, status }: SubscriptionJson, { isCharged }: { isCharged: boolean }): void {
    const heading = this.#query('h1');
    const name = formatPlanName(product_name, plan_name);
    if (heading) heading.textContent = `Welcome to ${name}`;
    for (const each of this.querySelectorAll<HTMLElement>('[data-product]')) {
      each.hidden = each.dataset.product !== product_name;
    }
    const unpaid = status === 'trialing' ? 'trial' : 'free';
    for (const each of this.querySelectorAll<HTMLElement>('[data-start]')) {
      each.hidden = each.dataset.start !== (isCharged ? 'paid' : unpaid);
    }
  }

  #linkBackToPlan(planName: string): void {
    const plan = findPlan(planName);
    const link = this.#query<HTMLAnchorElement>('a[data-again]');
    if (plan && link) link.href = `${getPricingPath(plan.productId)}?plan=${encodeURIComponent(plan.planName)}`;
  }

  /** Sign-in leads back to this page with its session id. */
  #linkSignIn(): void {
    const link = this.#query<HTMLAnchorElement>('a[data-sign-in]');
    const callbackUrl = location.pathname + location.search;
    if (link) link.href = `${paths.login}?${new URLSearchParams({ callbackUrl })}`;
  }

  #query<Found extends HTMLElement = HTMLElement>(selector: string): Found | null {
    return this.querySelector<Found>(selector);
  }
}

customElements.define('checkout-welcome', CheckoutWelcome);
