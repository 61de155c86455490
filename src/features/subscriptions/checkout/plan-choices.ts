import { isLive } from '#api/domain/entitlements.ts';
import type { PlanJson, SubscriptionJson } from '#api/features/subscriptions/subscriptions.contract.ts';
import { ApiError } from '#src/lib/api-client.ts';
import { loadCode } from '#src/lib/load-code.ts';
import { readLastSignInAt, readToken, readUser } from '#src/lib/session-storage.ts';
import { showToast } from '#src/lib/toast.ts';
import { formatDayAndMonth } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { loadPlans, loadProductSubscription } from '../subscription-api.ts';
import { compareOffer, type ShownOffer } from './offers.ts';

/** Whoever has just signed in for a plan goes on to its checkout without another press. */
const JUST_SIGNED_IN_MS = 60_000;

type Choice = ShownOffer & {
  /** Its key and earlier names. */
  otherNames: readonly string[];
  /** How many seats; null for a plan that isn’t sold by the seat. */
  seats: HTMLInputElement | null;
  link: HTMLAnchorElement;
  button: HTMLButtonElement;
  label: string;
  signInUrl: string;
  /** Below the button: what today’s offer has otherwise than the page, or why it can’t be bought. Empty while they are the same. */
  note: HTMLParagraphElement;
  /** The user has it already, or it can’t be bought. */
  isClosed: boolean;
};
/** Of each plan what it costs by the month. */
type Prices = Readonly<Record<string, number>>;
/** The prices of plans by their name, and the plans whose price is for each seat. */
type Costs = { prices: Prices; bySeats: ReadonlySet<string> };
const loadCheckout = () => loadCode(() => import('./start-checkout.ts'));
type CheckoutCode = Awaited<ReturnType<typeof loadCheckout>>;
type Offer = { plans: PlanJson[]; subscription: SubscriptionJson | null };

/** The plans of a product for a signed-in user: the links to sign-in become buttons that know the user's plan. */
class PlanChoices extends HTMLElement {
  #choices: Choice[] = [];
  #offer: Promise<Offer> | undefined;
  #isBusy = false;
  /** Of all plans of the product. */
  #prices: Prices = {};

  connectedCallback(): void {
    // The policy of an earlier release forbids calls to today's API.
    if (this.#choices.length > 0 || location.pathname.startsWith('/release/')) return;
    this.#prices = JSON.parse(this.dataset.prices ?? '{}') as Prices;
    const links = this.querySelectorAll<HTMLAnchorElement>('a[data-plan]');
    this.#choices = [...links].map((link) => this.#createChoice(link));
    this.#load().catch(() => undefined);
    void this.#continueWithPlan();
    // Back from the checkout, the browser may show the page as it was left.
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      this.#setBusy(null);
      this.#load().catch(() => undefined);
    });
  }

  /** Starts the checkout of a plan and leaves the page. One at a time. */
  async #choose(choice: Choice): Promise<void> {
    if (this.#isBusy) return;
    this.#setBusy(choice);
    const checkout = await loadCheckout().catch(() => null);
    try {
      if (!checkout) throw new Error('Failed to load Stripe');
      const { plans, subscription } = await (this.#offer?.catch(() => this.#load()) ?? this.#load());
      const state = this.#getState(choice, subscription);
      if (state.kind === 'buy' && this.#holdBack(choice, plans, checkout)) return;
      const wanted = { ...choice, quantity: Number(choice.seats?.value ?? 1) };
      location.assign(state.kind === 'link' ? state.href : await checkout.startCheckout(wanted, plans));
    } catch (error) {
      this.#setBusy(null);
      const isSignedOut = !(readToken() || readUser());
      if (isSignedOut || (error instanceof ApiError && error.status === 401)) return location.assign(choice.signInUrl);
      showToast(checkout ? checkout.formatCheckoutError(error) : 'Failed to load Stripe', 'error');
      this.#load().catch(() => undefined); // the user may have subscribed in another tab
    }
  }

  /** True where the press doesn't count: the plan can't be bought, or its price was news to whoever pressed; then the next press counts. */
  #holdBack(choice: Choice, plans: readonly PlanJson[], { describeChangedOffer }: CheckoutCode): boolean {
    const state = compareOffer(choice, plans);
    if (state.kind === 'same' || state.kind === 'gone') return false;
    const words = state.kind === 'unsold' ? state.words : describeChangedOffer(choice, state.offer);
    if (state.kind === 'changed' && choice.note.textContent === words) return false;
    setNote(choice, words);
    this.#setBusy(null);
    showToast(state.kind === 'unsold' ? words : `${words} Press again to subscribe.`, 'warning');
    return true;
  }

  /** Says at the button, before it is pressed, where today's offer isn't the one of the page. */
  async #compare(choice: Choice, plans: readonly PlanJson[]): Promise<void> {
    const state = compareOffer(choice, plans);
    if (state.kind !== 'changed') return setNote(choice, state.kind === 'unsold' ? state.words : '');
    const { describeChangedOffer } = await loadCheckout();
    setNote(choice, describeChangedOffer(choice, state.offer));
  }

  /** Without a response the buttons stay as they are; the next press asks again. */
  #load(): Promise<Offer> {
    const user = readUser();
    const productId = Number(this.dataset.productId);
    const offer = Promise.all([loadPlans(), user ? loadProductSubscription(user.id, productId) : null]).then(
      ([plans, subscription]) => {
        this.#show(plans, subscription);
        return { plans, subscription };
      },
    );
    this.#offer = offer;
    offer.catch(() => {
      if (this.#offer === offer) this.#offer = undefined;
    });
    return offer;
  }

  #createChoice(link: HTMLAnchorElement): Choice {
    const label = link.textContent.trim();
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: link.className, textContent: label });
    const {
      plan: planName = '',
      interval = 'month',
      names = '[]',
      price,
      currency = '',
      trialDays = '0',
    } = link.dataset;
    const otherNames = JSON.parse(names) as string[];
    const shown = { planName, interval, amount: Number(price ?? Number.NaN), currency, trialDays: Number(trialDays) };
    const note = document.createElement('p');
    note.className = 'small muted';
    note.id = `offer-${planName}-${interval}`.replace(/\s+/g, '-');
    button.setAttribute('aria-describedby', note.id);
    const seats = link.closest('li')?.querySelector<HTMLInputElement>('[data-seats]') ?? null;
    const choice = { ...shown, otherNames, seats, link, button, label, signInUrl: link.href, note, isClosed: false };
    button.addEventListener('click', () => void this.#choose(choice));
    link.replaceWith(button);
    return choice;
  }

  #show(plans: readonly PlanJson[], subscription: SubscriptionJson | null): void {
    const note = this.querySelector<HTMLElement>('[data-sandbox]');
    if (note) note.hidden = !plans.some(({ is_sandbox }) => is_sandbox);
    const isSubscriber = subscription !== null && isLive(subscription.status);
    // A change of plan begins no trial, and asks for the seats itself.
    for (const each of this.querySelectorAll<HTMLElement>('[data-trial-terms], plan-seats')) each.hidden = isSubscriber;
    for (const choice of this.#choices) {
      const { link, button, label } = choice;
      const state = this.#getState(choice, subscription);
      const shown = link.isConnected ? link : button;
      const hadFocus = shown === document.activeElement;
      choice.isClosed = state.kind === 'current' || compareOffer(choice, plans).kind === 'unsold';
      if (state.kind === 'link') {
        Object.assign(link, { href: state.href, textContent: state.label });
        link.classList.replace('button-primary', 'button-secondary'); // a subscriber has no recommended plan
      } else if (!this.#isBusy) {
        button.textContent = state.kind === 'current' ? 'Current plan' : label;
        button.disabled = choice.isClosed;
      }
      if (state.kind === 'buy') this.#compare(choice, plans).catch(() => undefined);
      else setNote(choice, '');
      const next = state.kind === 'link' ? link : button;
      if (next !== shown) shown.replaceWith(next);
      if (hadFocus) next.focus();
    }
  }

  #getState(choice: Choice, subscription: SubscriptionJson | null): PlanChoiceState {
    const bySeats = new Set(this.#choices.filter(({ seats }) => seats !== null).map(({ planName }) => planName));
    return getPlanChoiceState(choice, subscription, { prices: this.#prices, bySeats });
  }

  #setBusy(busy: Choice | null): void {
    this.#isBusy = busy !== null;
    for (const choice of this.#choices) {
      choice.button.disabled = this.#isBusy || choice.isClosed;
      choice.button.textContent = choice === busy ? 'Processing...' : choice.label;
    }
  }

  /** `?plan=Pro`: goes on to the checkout after a sign-in, else only moves the focus to the plan. */
  async #continueWithPlan(): Promise<void> {
    const address = new URL(location.href);
    const named = findNamedChoice(this.#choices, address.searchParams.get('plan') ?? '');
    const ofPlan = this.#choices.filter(({ planName }) => planName === named?.planName);
    const choice = ofPlan.find(({ interval }) => interval === address.searchParams.get('interval')) ?? named;
    if (!choice) return;
    address.searchParams.delete('plan'); // Back from the checkout does not open it again
    history.replaceState(history.state, '', address);
    if (Date.now() - readLastSignInAt() < JUST_SIGNED_IN_MS) await this.#choose(choice);
    else (choice.link.isConnected ? choice.link : choice.button).focus();
  }
}

customElements.define('plan-choices', PlanChoices);

/** Below whichever of link and button is shown. */
function setNote({ note, link, button }: Choice, words: string): void {
  note.textContent = words;
  if (words === '') note.remove();
  else (link.isConnected ? link : button).after(note);
}

/** The plan of that name, else of that key or earlier name, as in links from before it was renamed; capitals don’t matter. */
function findNamedChoice(choices: readonly Choice[], name: string): Choice | undefined {
  const isMeant = (given: string) => given.toLowerCase() === name.trim().toLowerCase();
  return (
    choices.find(({ planName }) => isMeant(planName)) ?? choices.find(({ otherNames }) => otherNames.some(isMeant))
  );
}

/** What the button of a plan does: it buys, it leads elsewhere, or it only says that this is the plan. */
type PlanChoiceState = { kind: 'buy' } | { kind: 'current' } | { kind: 'link'; label: string; href: string };

/** For the user's subscription to the product of the plan; null without one. */
function getPlanChoiceState(
  { planName, interval }: Pick<Choice, 'planName' | 'interval'>,
  subscription: SubscriptionJson | null,
  costs: Costs,
): PlanChoiceState {
  if (!subscription || !isLive(subscription.status)) return { kind: 'buy' };
  const { plan_name, cancel_at_period_end, pending_plan_name, pending_at, pending, price } = subscription;
  const current = price?.interval ?? interval;
  if (planName === plan_name && interval === current) {
    return cancel_at_period_end
      ? { kind: 'link', label: 'Reactivate', href: paths.subscriptions }
      : { kind: 'current' };
  }
  if (planName === pending_plan_name && interval === (pending?.interval ?? current) && pending_at) {
    return { kind: 'link', label: `Starts on ${formatDayAndMonth(pending_at)}`, href: paths.subscriptions };
  }
  return {
    kind: 'link',
    label: planName === plan_name ? `Pay by the ${interval}` : formatChange(planName, subscription, costs),
    href: paths.changePlan(planName, interval === current ? '' : interval),
  };
}

function formatChange(planName: string, { plan_name: current, price }: SubscriptionJson, costs: Costs): string {
  const compute = (name: string) => (costs.prices[name] ?? 0) * (costs.bySeats.has(name) ? (price?.quantity ?? 1) : 1);
  return `${compute(planName) > compute(current) ? 'Upgrade' : 'Downgrade'} to ${planName}`;
}
