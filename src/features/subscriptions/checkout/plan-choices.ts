import { readToken } from '#src/lib/session-storage.ts';
import { showToast, showToastAfterNavigation } from '#src/lib/toast.ts';
import { rememberChosenPlan } from './chosen-plan.ts';
import type { PlanButtons } from './plan-buttons.ts';

/** The plans of a pricing page. For visitors they are links to sign-in; the code that buys is loaded for users only. */
class PlanChoices extends HTMLElement {
  #buttons: Promise<PlanButtons> | undefined;

  connectedCallback(): void {
    this.addEventListener('click', (event) => this.#follow(event));
    // The policy of an earlier release forbids calls to today's API.
    if (readToken() && !location.pathname.startsWith('/release/')) this.#load().catch(() => undefined);
  }

  #load(): Promise<PlanButtons> {
    this.#buttons ??= import('./plan-buttons.ts').then(({ PlanButtons }) => new PlanButtons(this));
    return this.#buttons;
  }

  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-plan]');
    const planName = link?.dataset.plan;
    if (!planName || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!readToken()) {
      rememberChosenPlan(planName);
      showToastAfterNavigation('Please sign in to subscribe', 'info');
      return; // the link leads to sign-in and back
    }
    event.preventDefault();
    this.#load().then(
      (buttons) => buttons.choose(planName),
      () => {
        this.#buttons = undefined;
        showToast('Failed to load Stripe', 'error');
      },
    );
  }
}

customElements.define('plan-choices', PlanChoices);
