import { findPlan } from '#api/domain/catalogue.ts';
import type { PlanJson, SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { reportError } from '#src/lib/report-error.ts';
import { readToken, readUser } from '#src/lib/session-storage.ts';
import { showToast, showToastAfterNavigation } from '#src/lib/toast.ts';
import { createCheckoutSession, loadPlans, loadProductSubscription } from '../subscription-api.ts';
import { getServerMessage, NOT_CONFIGURED } from '../subscription-model.ts';
import { rememberChosenPlan, rememberStartedPlan, takeChosenPlan } from './chosen-plan.ts';
import { getPlanChoiceState } from './plan-choice-state.ts';

const FAILED = 'Failed to start subscription process';

type Choice = {
  planName: string;
  link: HTMLAnchorElement;
  button: HTMLButtonElement;
  label: string;
  signInUrl: string;
};
type Offer = { plans: PlanJson[]; subscription: SubscriptionJson | null };

/** The plans for a signed-in user: buttons that start the checkout, or that know the user's plan. */
export class PlanButtons {
  readonly #root: HTMLElement;
  readonly #choices: Choice[];
  #offer: Promise<Offer>;
  #isBusy = false;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#choices = [...root.querySelectorAll<HTMLAnchorElement>('a[data-plan]')].map((link) =>
      this.#createChoice(link),
    );
    this.#offer = this.#load();
    void this.#continueWithPlan();
    // Back from the checkout, the browser may show the page as it was left.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      this.#setBusy(null);
      this.#offer = this.#load();
    });
  }

  /** Starts the checkout of a plan and leaves the page. One at a time. */
  async choose(planName: string): Promise<void> {
    const choice = this.#choices.find((each) => each.planName === planName);
    if (this.#isBusy || !choice) return;
    this.#setBusy(choice);
    try {
      location.assign(await this.#startCheckout(planName));
    } catch (error) {
      this.#setBusy(null);
      if (!(readToken() || readUser()) || (error instanceof ApiError && error.status === 401))
        return askToSignIn(choice);
      showToast(toMessage(error), 'error');
      this.#offer = this.#load(); // such as a subscription that was bought in another tab
    }
  }

  /** The address of the checkout; of the user's subscription where there is one already. */
  async #startCheckout(planName: string): Promise<string> {
    const user = readToken() && readUser();
    if (!user) throw new CheckoutError('User not authenticated');
    const { plans, subscription } = await this.#offer.catch(() => this.#reload());
    const state = getPlanChoiceState(planName, subscription);
    if (state.kind === 'link') return state.href;
    const plan = findPlan(planName);
    const offer = plans.find((each) => each.planName === planName);
    if (!plan || !offer) {
      reportError(new Error(`Plan configuration not found for ${planName}`));
      throw new CheckoutError(FAILED);
    }
    if (!offer.priceId) throw new CheckoutError(`${NOT_CONFIGURED}. You can’t subscribe right now.`);
    rememberStartedPlan(planName);
    return (await createCheckoutSession(user.id, plan, offer.priceId)).url;
  }

  #reload(): Promise<Offer> {
    this.#offer = this.#load();
    return this.#offer;
  }

  /** Without a response the buttons stay as they are; the next press asks again. */
  #load(): Promise<Offer> {
    const user = readUser();
    const productId = Number(this.#root.dataset.productId);
    const offer = Promise.all([loadPlans(), user ? loadProductSubscription(user.id, productId) : null]).then(
      ([plans, subscription]) => ({ plans, subscription }),
    );
    offer.then(
      ({ plans, subscription }) => this.#show(plans, subscription),
      () => undefined,
    );
    return offer;
  }

  #createChoice(link: HTMLAnchorElement): Choice {
    const planName = link.dataset.plan ?? '';
    const label = link.textContent.trim();
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: link.className, textContent: label });
    button.addEventListener('click', () => void this.choose(planName));
    const signInUrl = link.href;
    link.removeAttribute('data-plan'); // from now on it is an ordinary link
    link.replaceWith(button);
    return { planName, link, button, label, signInUrl };
  }

  #show(plans: PlanJson[], subscription: SubscriptionJson | null): void {
    const note = this.#root.querySelector<HTMLElement>('[data-sandbox]');
    if (note) note.hidden = !plans.some(({ is_sandbox }) => is_sandbox);
    for (const { planName, link, button, label } of this.#choices) {
      const state = getPlanChoiceState(planName, subscription);
      const shown = link.isConnected ? link : button;
      const hadFocus = shown === document.activeElement;
      if (state.kind === 'link') Object.assign(link, { href: state.href, textContent: state.label });
      else if (!this.#isBusy) {
        button.textContent = state.kind === 'current' ? 'Current plan' : label;
        button.disabled = state.kind === 'current';
      }
      const next = state.kind === 'link' ? link : button;
      if (next !== shown) shown.replaceWith(next);
      if (hadFocus) next.focus();
    }
  }

  #setBusy(busy: Choice | null): void {
    this.#isBusy = busy !== null;
    for (const choice of this.#choices) {
      choice.button.disabled = this.#isBusy;
      choice.button.textContent = choice === busy ? 'Processing...' : choice.label;
    }
  }

  /** After sign-in, `?plan=Pro`: goes on with a plan that was chosen in this tab, else only moves the focus to it. */
  async #continueWithPlan(): Promise<void> {
    const address = new URL(location.href);
    const choice = this.#choices.find(({ planName }) => planName === address.searchParams.get('plan'));
    if (!choice) return;
    address.searchParams.delete('plan');
    history.replaceState(history.state, '', address);
    if (takeChosenPlan() === choice.planName) await this.choose(choice.planName);
    else (choice.link.isConnected ? choice.link : choice.button).focus();
  }
}

/** A failure whose message is for the user. */
class CheckoutError extends Error {}

const toMessage = (error: unknown): string =>
  error instanceof CheckoutError ? error.message : (getServerMessage(error) ?? FAILED);

function askToSignIn({ planName, signInUrl }: Choice): void {
  rememberChosenPlan(planName);
  showToastAfterNavigation('Please sign in to subscribe', 'info');
  location.assign(signInUrl);
}
