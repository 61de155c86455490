import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';

const KEY = 'planSeats';

type Seats = Readonly<Record<string, string>>;

/** How many seats of a plan somebody wants: remembered while they sign in to buy them. */
class PlanSeats extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector('input');
    if (!input) return;
    const { plan = '' } = this.dataset;
    const read = () => readStoredJson<Seats>('sessionStorage', KEY) ?? {};
    input.value = read()[plan] ?? input.value;
    input.addEventListener('change', () => {
      if (!input.checkValidity()) input.value = '1';
      storeJson('sessionStorage', KEY, { ...read(), [plan]: input.value });
    });
  }
}

customElements.define('plan-seats', PlanSeats);
