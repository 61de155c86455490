import { html } from 'hono/html';
import { z } from 'zod';
import type { CardInput } from '../cards/payment-methods.ts';
import { TEST_CARDS } from '../cards/test-cards.ts';
import type { Html } from './layout.ts';

const FIRST_CARDS = ['4242424242424242', '4000000000000002', '4000002500003155', '4000000000000341'];

export type CardValues = { number: string; expiry: string; cvc: string; card: string };

type CardFormOptions = { action: string; submitLabel: string; values?: Partial<CardValues> | undefined };

/** Test cards as buttons that pay at once, and a form for any card number. */
export const cardForm = ({ action, submitLabel, values = {} }: CardFormOptions): Html => {
  const first = TEST_CARDS.filter(({ number }) => FIRST_CARDS.includes(number));
  const others = TEST_CARDS.filter(({ number }) => !FIRST_CARDS.includes(number));
  return html`<form method="post" action="${action}" class="fields">
    <label>
      Card number
      <input
        name="number"
        inputmode="numeric"
        autocomplete="off"
        placeholder="4242 4242 4242 4242"
        value="${values.number ?? ''}"
      />
    </label>
    <div class="pair">
      <label>
        Expiry
        <input
          name="expiry"
          inputmode="numeric"
          autocomplete="off"
          placeholder="MM / YY"
          value="${values.expiry ?? ''}"
        />
      </label>
      <label>
        Security code
        <input
          name="cvc"
          inputmode="numeric"
          autocomplete="off"
          placeholder="CVC"
          maxlength="4"
          value="${values.cvc ?? ''}"
        />
      </label>
    </div>
    <button class="primary wide">${submitLabel}</button>
    <h2>Or use a test card</h2>
    <ul class="cards">
      ${first.map(cardButton)}
    </ul>
    <details>
      <summary>All test cards</summary>
      <ul class="cards">
        ${others.map(cardButton)}
      </ul>
    </details>
  </form>`;
};

const cardButton = ({ number, label }: { number: string; label: string }): Html =>
  html`<li>
    <button name="card" value="${number}">
      ${label}<span class="number">${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
    </button>
  </li>`;

const field = () => z.string().max(200).default('');
const formSchema = z.object({ number: field(), expiry: field(), cvc: field(), card: field() });

type CardEntry = { card: CardInput } | { error: string; values: CardValues };

/** Reads the form. A test card’s button needs none of the other fields; a typed card is checked as a bank’s form checks it. */
export function readCardForm(body: unknown, unixSeconds: number): CardEntry {
  const parsed = formSchema.safeParse(body);
  const values = parsed.success ? parsed.data : formSchema.parse({});
  if (values.card) return { card: { number: values.card } };
  const expiry = readExpiry(values.expiry);
  const error = findError(values, expiry, unixSeconds);
  if (error !== null || expiry === null)
    return { error: error ?? 'Your card’s expiration date is incomplete.', values };
  return { card: { number: values.number, expMonth: expiry.month, expYear: expiry.year } };
}

function findError(values: CardValues, expiry: Expiry | null, unixSeconds: number): string | null {
  if (values.number.replaceAll(/\D/g, '').length < 12) return 'Your card number is incomplete.';
  if (expiry === null) return 'Your card’s expiration date is incomplete.';
  // The month of the expiry is still good, whole.
  if (Date.UTC(expiry.year, expiry.month, 1) / 1000 <= unixSeconds)
    return 'Your card’s expiration date is in the past.';
  if (!/^\d{3,4}$/.test(values.cvc.trim())) return 'Your card’s security code is incomplete.';
  return null;
}

type Expiry = { month: number; year: number };

function readExpiry(text: string): Expiry | null {
  const match = /^(\d{1,2})\s*(?:[/-]\s*)?(\d{2}|\d{4})$/.exec(text.trim());
  const month = Number(match?.[1]);
  const year = Number(match?.[2]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}
