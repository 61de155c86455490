import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';

const DIRECTORY = join(PROJECT_ROOT, 'dist/api');

test('the payment sandbox is a chunk of its own in the built server, which only loads it where there are no keys of Stripe', () => {
  const chunks = readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => ({ name, code: readFileSync(join(DIRECTORY, name), 'utf8') }));
  const holders = chunks.filter(({ code }) => code.includes('api/payment-sandbox/')).map(({ name }) => name);
  expect(holders).toEqual([expect.stringMatching(/^payment-sandbox-[\w-]+\.mjs$/)]);
  const file = holders[0] ?? '';
  const importers = chunks.filter(({ name, code }) => name !== file && code.includes(file));
  expect(importers.length).toBeGreaterThan(0);
  for (const { code } of importers) {
    const mentions = code.split(file).length - 1;
    expect(code.split(`import("./${file}")`).length - 1).toBe(mentions);
  }
});
