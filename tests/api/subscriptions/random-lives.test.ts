import { describe, expect, it } from 'vitest';
import { runLives } from '../../support/payments/ledger/lives.ts';
import { chooseSize } from '../../support/random/size.ts';

const CURRENCIES = ['NZD', 'EUR', 'HUF', 'ISK', 'JPY', 'KWD', 'UGX'];
/** 7 times 43 are 301 lives. */
const PEOPLE = chooseSize(2, 43);
const STEPS = chooseSize(6, 12);
const FIRST_SEED = Number(process.env.LIVES_SEED ?? 1);

describe('on a site of one’s own', () => {
  it.each(CURRENCIES)(
    'every amount of random lives in %s is that of the ledger, to the minor unit',
    async (currency) => {
      const seed = FIRST_SEED + CURRENCIES.indexOf(currency);
      const { differences, acts, ...counts } = await runLives({ currency, seed, people: PEOPLE, steps: STEPS });
      expect(differences).toEqual([]);
      expect(counts.subscriptions).toBeGreaterThanOrEqual(PEOPLE);
      expect(counts.amounts).toBeGreaterThan(20 * PEOPLE);
      if (PEOPLE > 2) process.stdout.write(`${currency} seed ${seed}: ${JSON.stringify({ ...counts, acts })}\n`);
    },
    1_800_000,
  );
});
