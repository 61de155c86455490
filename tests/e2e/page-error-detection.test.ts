import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite, until } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** The watch over every other journey: what it must never miss. */
const faults: [name: string, report: RegExp, cause: (page: Page) => Promise<unknown>][] = [
  [
    'an uncaught error',
    /error: lost/,
    (page) => page.evaluate(() => void setTimeout(() => reportError(new Error('lost')))),
  ],
  ['a missing file', /status 404: .*missing\.svg/, (page) => page.evaluate(() => void fetch('/missing.svg'))],
  [
    'a foreign picture',
    /content policy: img-src/,
    (page) => page.evaluate(() => new Image().setAttribute('src', 'https://elsewhere.example/pixel.png')),
  ],
  [
    'an inline handler',
    /content policy: script-src-attr/,
    (page) =>
      page.evaluate(() => {
        const policy = trustedTypes.createPolicy('site-html', { createHTML: (html) => html });
        document.body.insertAdjacentHTML('beforeend', policy.createHTML('<p onclick="alert(1)"></p>'));
      }),
  ],
  [
    'HTML from a string',
    /content policy: require-trusted-types-for/,
    (page) => page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p></p>')).catch(() => undefined),
  ],
];

test.each(faults)('%s fails a journey', async (_, report, cause) => {
  const journey = site.open({}, async (page, problems) => {
    await page.goto(paths.home);
    await cause(page);
    await until(async () => problems.some((problem) => report.test(problem)), 'the report');
  });
  await expect(journey).rejects.toThrow(report);
});
