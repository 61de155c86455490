import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { offeredCurrencies } from '#api/domain/currencies.ts';
import { demoPlans } from '#db/seed/site/plans.ts';
import { demoProducts } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';

const FEATURES = ['account', 'billing', 'mail', 'subscriptions'];
const folders = FEATURES.flatMap((feature) => [`api/features/${feature}`, `src/features/${feature}`]);
const files = [...folders.flatMap(listFiles), 'src/lib/format/subscription-price.ts'];

function listFiles(folder: string): string[] {
  return readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|astro)$/.test(path))
    .map((path) => `${folder}/${path}`);
}

/** Without comments and imports. */
const readCode = (path: string): string =>
  readFileSync(join(PROJECT_ROOT, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
    .replace(/^import [\s\S]*?;$/gm, '');

/** Where the code holds what a pattern finds: 'path: what was found'. */
const findAll = (pattern: RegExp): string[] =>
  files.flatMap((path) => [...readCode(path).matchAll(pattern)].map(([found]) => `${path}: ${found}`));

/** The specification fixes the address and the shape of this route, whatever the product is called. */
const FIXED = new Set(['taxmate-program', 'taxmate']);
const isFixed = (found: string): boolean =>
  /features\/account\/(account\.|Program\.)/.test(found) && FIXED.has(found.replace(/^.*: /, '').toLowerCase());

describe('the code of account, billing, mails and subscriptions', () => {
  it('is read by these tests', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(findAll(/formatPlanName/g).length).toBeGreaterThan(5);
  });

  it('names no company, product, plan or limit of the demo', () => {
    const names = [
      demoSettings.company.name,
      ...demoProducts.map(({ name }) => name),
      ...demoPlans.map(({ name }) => name),
      'Aroha',
    ];
    // The word ‘Pro’ is a part of many others, ‘starter’ of a class of styles.
    const pattern = new RegExp(
      `\\b(?:${[...new Set(names)].join('|')})\\b|\\bgenerations?\\b|taxmate(?:-program)?`,
      'gi',
    );
    const isModule = (found: string) => /openshelf$/i.test(found) && !/OpenShelf$/.test(found);
    expect(findAll(pattern).filter((found) => !isFixed(found) && !isModule(found))).toEqual([]);
  });

  it('names no currency', () => {
    expect(findAll(new RegExp(`['"\`](?:${offeredCurrencies.join('|')})['"\`]`, 'g'))).toEqual([]);
    expect(findAll(/['"`](?:usd|nzd|eur|gbp|aud|jpy|nok)['"`]/g)).toEqual([]);
  });

  it('says how often something is paid by the interval of its price, never by a constant', () => {
    expect(findAll(/\b(?:per|every|each|a) (?:month|year)\b/gi)).toEqual([]);
  });
});
