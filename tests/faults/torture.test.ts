import { expect, it } from 'vitest';
import { torture } from '../support/torture/torture.ts';

// The order of the faults is that of the seed: the database is cut off, killed and paused, the bucket throttled or cut off, a server killed
// and another one paused. `npm run torture` does the same for longer and with any seed.
const SEED = 69;
const MINUTES = 2;

it('Two servers whose database, bucket and processes fail for two minutes lose nothing, sell and come to rest', async () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const { findings, purchases, pages, faults } = await torture({
    seed: SEED,
    minutes: MINUTES,
    servers: 2,
    print,
    isKept: false,
  });
  expect(findings, lines.join('\n')).toEqual([]);
  expect(faults).toBeGreaterThan(1);
  expect(pages).toBeGreaterThan(0);
  expect(purchases, lines.join('\n')).toBeGreaterThan(0);
}, 900_000);
