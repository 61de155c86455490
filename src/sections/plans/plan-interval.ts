import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

const KEY = 'planInterval';
const PARAMETER = 'interval';

/** The switch between monthly and yearly prices: the choice is in the address, and remembered for the next page of prices. */
class PlanInterval extends HTMLElement {
  connectedCallback(): void {
    const address = new URL(location.href);
    const chosen = address.searchParams.get(PARAMETER) ?? readStoredJson<string>('sessionStorage', KEY);
    for (const input of this.querySelectorAll('input')) {
      if (input.value === chosen) input.checked = true;
      input.addEventListener('change', () => this.#remember(input.value));
    }
  }

  #remember(interval: string): void {
    storeJson('sessionStorage', KEY, interval);
    const address = new URL(location.href);
    address.searchParams.set(PARAMETER, interval);
    history.replaceState(history.state, '', address);
  }
}

customElements.define('plan-interval', PlanInterval);
