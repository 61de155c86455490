import { expect, it } from 'vitest';
import { chooseSize } from '../../support/random/size.ts';
import { runCatalogueEdits } from '../../support/payments/catalogue-edits.ts';

const FIRST_SEED = Number(process.env.CATALOGUE_SEED ?? 1);
const SITES = [
  { currency: 'NZD', country: 'NZ' },
  { currency: 'HUF', country: 'HU' },
  { currency: 'JPY', country: 'JP' },
  { currency: 'KWD', country: 'KW' },
].slice(0, chooseSize(1, 4));
const STEPS = chooseSize(60, 200);

it.each(SITES.map((site, index) => ({ ...site, seed: FIRST_SEED + index })))(
  'Whatever is edited, published, scheduled, undone, restored and discarded, buyers in $currency pay what the page offers (seed $seed)',
  async (options) => {
    const { differences, acts, bought, refused } = await runCatalogueEdits({ ...options, steps: STEPS });
    expect(differences).toEqual([]);
    expect(bought).toBeGreaterThan(STEPS / 10);
    expect(refused).toBeGreaterThan(0);
    if (STEPS > 60) process.stdout.write(`${options.currency}: ${JSON.stringify({ bought, refused, acts })}\n`);
    expect(Object.keys(acts)).toEqual(expect.arrayContaining(['publish', 'price at Stripe', 'discard']));
  },
  1_800_000,
);
