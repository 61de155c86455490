import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#src/lib/paths.ts';
import { type Site, startSite, pollUntil } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** Problems that `visitPage` must report, since every other browser test relies on it. */
const faults: [name: string, report: RegExp, cause: (page: Page) => Promise<unknown>][] = [
  [
    'an uncaught error',
    /error: lost/,
    (page) => page.evaluate(() => void setTimeout(() => reportError(new Error('lost')))),
  ],
  ['a missing file', /status 404: .*missing\.svg/, (page) => page.evaluate(() => void fetch('/missing.svg'))],
  [
    'an image of another site',
    /content policy: img-src/,
    (page) => page.evaluate(() => new Image().setAttribute('src', 'https://elsewhere.example/pixel.png')),
  ],
  [
    'an inline event handler',
    /content policy: script-src-attr/,
    (page) =>
      page.evaluate(() => {
        const policy = trustedTypes.createPolicy('site-html', { createHTML: (html) => html });
        document.body.insertAdjacentHTML('beforeend', policy.createHTML('<p onclick="alert(1)"></p>'));
        // Some versions of the browser report it only when the handler is to run.
        document.querySelector<HTMLElement>('p[onclick]')?.click();
      }),
  ],
  [
    'HTML from a string',
    /content policy: require-trusted-types-for/,
    (page) => page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p></p>')).catch(() => undefined),
  ],
];

test.each(faults)('%s fails the test', async (_, report, cause) => {
  const visit = site.open({}, async (page, problems) => {
    await page.goto(paths.home);
    await cause(page);
    await pollUntil(async () => problems.some((problem) => report.test(problem)), 'the problem is reported');
  });
  await expect(visit).rejects.toThrow(report);
});
