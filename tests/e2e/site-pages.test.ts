import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { siteParts } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { findAxeViolationsAtBothWidths } from '../support/browser/accessibility.ts';
import { PHONE } from '../support/browser/browser.ts';
import { createPageOfAllKinds } from '../support/site/sections.ts';
import { type Site, startSite } from './site.ts';

const texts = {
  text: 'Long work, one part at a time',
  richText: '<p>Formatted text with <a href="/company/about">a link</a>.</p><ul><li>One</li><li>Two</li></ul>',
  link: '/company/about',
};
const hostile = {
  text: `"><img src=x onerror=alert(1)><script>alert(2)</script>`,
  richText: `<img src=x onerror=alert(4)><script>alert(5)</script><svg onload=alert(6)></svg><a href="javascript:alert(8)">link</a>`,
  link: 'javascript:alert(7)',
};
/** Each shows another choice of every field. */
const addresses = ['/all/1', '/all/2', '/all/3'];

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const { db, clock, publisher } = site.server;
  const times = { createdAt: clock.now(), updatedAt: clock.now() };
  const pages = [
    ...addresses.map((address, at) => createPageOfAllKinds(address, texts, at)),
    createPageOfAllKinds('/hostile', hostile),
  ];
  await write(db, [
    ...pages.map((fields) => db.orm.insert(siteParts).values({ kind: 'page', fields, ...times })),
    enqueuePublishStatement(db, { kind: 'site', reason: 'Pages', now: clock.now() }),
  ]);
  publisher.wake();
  await publisher.whenIdle();
});
afterAll(() => site.close());

test.each(addresses)('sections of every kind are accessible and fit a phone (%s)', (address) =>
  site.open({}, async (page) => {
    await page.goto(address);
    // One page has many heroes here, and the same words for all links and regions.
    const violations = await findAxeViolationsAtBothWidths(page);
    expect(violations.filter((line) => !/landmark-unique|heading-order|region/.test(line))).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  }),
);

test('T20: sections with hostile text in every field run no script', async () => {
  const page = await site.browser.newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${site.origin}/hostile`, { waitUntil: 'load' });
  const clicked = await page.evaluate(() => {
    const links = document.querySelectorAll<HTMLAnchorElement>('main a[href^="javascript:" i]');
    for (const link of links) link.click();
    return links.length;
  });
  expect(clicked, 'those in formatted text').toBeGreaterThan(0);
  expect(await page.locator('main h1').first().textContent()).toContain('<script>alert(2)</script>');
  expect(dialogs).toEqual([]);
  await page.close();
});
