import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { SCREEN_LIMITS, SCREENS, weighScreens } from '../bench/weight-screens.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Strings that occur only in code and styles of the back office. */
const BACK_OFFICE = /ProseMirror|bulk-bar|admin-table|\/api\/publishes\/events/;
const ACCOUNT_PAGES = [paths.profile, paths.settings, paths.subscriptions, paths.productDocuments()];

test.each(SCREENS)('$name stays within its JavaScript budget', async (screen) => {
  const weights = await weighScreens({ browser: site.browser, server: site.server, origin: site.origin }, [screen]);
  const weight = weights.get(screen.name);
  expect(weight?.bytes.js, 'its size was measured').toBeGreaterThan(10_000);
  expect(weight?.bytes.js).toBeLessThanOrEqual(SCREEN_LIMITS[screen.kind]);
});

test('only back office pages load back office code', async () => {
  const fetchText = createCachedFetch();
  const violations: string[] = [];
  for (const path of [...(await site.listPublicPaths()), ...ACCOUNT_PAGES]) {
    const files = await listLoadedFiles(path, fetchText);
    for (const file of files) if (BACK_OFFICE.test(await fetchText(file))) violations.push(`${path} loads ${file}`);
  }
  expect(violations).toEqual([]);
  // The strings are still current: the manager contains them.
  const managerTexts = await Promise.all([...(await listLoadedFiles(paths.blogManager, fetchText))].map(fetchText));
  for (const name of BACK_OFFICE.source.replaceAll('\\', '').split('|').slice(1)) {
    expect(
      managerTexts.some((text) => text.includes(name)),
      name,
    ).toBe(true);
  }
});

function createCachedFetch(): (path: string) => Promise<string> {
  const texts = new Map<string, Promise<string>>();
  return (path) => {
    const cached = texts.get(path) ?? fetch(new URL(path, site.origin)).then((response) => response.text());
    texts.set(path, cached);
    return cached;
  };
}

const REFERENCE = /(?:src|href|component-url|renderer-url)="(\/_astro\/[^"]+\.(?:js|css))"/g;
const IMPORT = /(?:from|import)\s*\(?\s*["'`](\.\/[^"'`]+\.js)["'`]/g;

/** The paths of a page, of its scripts and style sheets, and of everything that those import. */
async function listLoadedFiles(path: string, fetchText: (path: string) => Promise<string>): Promise<Set<string>> {
  const loaded = new Set([path]);
  for (const file of loaded) {
    const text = await fetchText(file);
    for (const [, name = ''] of text.matchAll(REFERENCE)) loaded.add(name);
    if (!file.endsWith('.js')) continue;
    for (const [, name = ''] of text.matchAll(IMPORT)) loaded.add(new URL(name, `https://a.example${file}`).pathname);
  }
  return loaded;
}
