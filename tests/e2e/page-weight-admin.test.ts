import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { SCREEN_LIMITS, SCREENS, weighScreens } from '../bench/weight-screens.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Words that stand in code and styles of the back office, and nowhere else. */
const BACK_OFFICE = /ProseMirror|bulk-bar|admin-table|\/api\/publishes\/events/;
const ACCOUNT_PAGES = [paths.profile, paths.settings, paths.subscriptions, paths.productDocuments()];

test.each(SCREENS)('$name stays within its budget of JavaScript', async (screen) => {
  const weights = await weighScreens({ browser: site.browser, server: site.server, origin: site.origin }, [screen]);
  const weight = weights.get(screen.name);
  expect(weight?.bytes.js, 'it was weighed').toBeGreaterThan(10_000);
  expect(weight?.bytes.js).toBeLessThanOrEqual(SCREEN_LIMITS[screen.kind]);
});

test('no page but those of the back office loads anything of it', async () => {
  const read = reader();
  const found: string[] = [];
  for (const path of [...(await site.allAddresses()), ...ACCOUNT_PAGES]) {
    const files = await closureOf(path, read);
    for (const file of files) if (BACK_OFFICE.test(await read(file))) found.push(`${path} loads ${file}`);
  }
  expect(found).toEqual([]);
  // The words are the right ones: the manager has them.
  const own = await Promise.all([...(await closureOf(paths.blogManager, read))].map(read));
  for (const word of BACK_OFFICE.source.replaceAll('\\', '').split('|').slice(1)) {
    expect(
      own.some((text) => text.includes(word)),
      word,
    ).toBe(true);
  }
});

function reader(): (path: string) => Promise<string> {
  const texts = new Map<string, Promise<string>>();
  return (path) => {
    const known = texts.get(path) ?? fetch(new URL(path, site.origin)).then((answer) => answer.text());
    texts.set(path, known);
    return known;
  };
}

const REFERENCE = /(?:src|href|component-url|renderer-url)="(\/_astro\/[^"]+\.(?:js|css))"/g;
const IMPORT = /(?:from|import)\s*\(?\s*["'`](\.\/[^"'`]+\.js)["'`]/g;

/** The page itself, and every script and style sheet that it names, with all that those import. */
async function closureOf(path: string, read: (path: string) => Promise<string>): Promise<Set<string>> {
  const found = new Set([path]);
  for (const file of found) {
    const text = await read(file);
    for (const [, name = ''] of text.matchAll(REFERENCE)) found.add(name);
    if (!file.endsWith('.js')) continue;
    for (const [, name = ''] of text.matchAll(IMPORT)) found.add(new URL(name, `https://a.example${file}`).pathname);
  }
  return found;
}
