import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { company } from '#src/config/site.ts';
import { pricingFaq } from '#src/marketing/genmate/pricing-copy.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../support/browser/accessibility.ts';
import { PHONE } from '../support/browser/browser.ts';
import { signInAs } from './sign-in-as.ts';
import { type Site, startSite, getVisibleText } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const readTop = (page: Page, selector: string) =>
  page.locator(selector).evaluate((node) => node.getBoundingClientRect().top);

test.each([
  ['desktop', {}],
  ['phone', { viewport: PHONE }],
])('anchors of the pricing page are not covered by the sticky navigation (%s)', (_, options) =>
  site.open(options, async (page) => {
    await page.goto(paths.genmatePricing);
    const nav = page.getByRole('navigation', { name: 'On this page' });
    for (const link of await nav.getByRole('link').all()) {
      const anchor = (await link.getAttribute('href')) ?? '';
      await link.click();
      await expect.poll(() => new URL(page.url()).hash).toBe(anchor);
      const navBox = await nav.evaluate((node) => node.getBoundingClientRect());
      expect(navBox.top, `the navigation is in the viewport at ${anchor}`).toBeGreaterThanOrEqual(0);
      const heading = page.locator(`${anchor} :is(h2, h3)`).first();
      const box = await heading.evaluate((node) => node.getBoundingClientRect());
      expect(box.top, `the heading of ${anchor} is not covered`).toBeGreaterThanOrEqual(navBox.bottom - 1);
      expect(box.bottom, `the heading of ${anchor} is in the viewport`).toBeLessThan(page.viewportSize()?.height ?? 0);
    }
  }),
);

test('a link to #pricing scrolls to the plans and their prices', () =>
  site.open({}, async (page) => {
    await page.goto(`${paths.genmatePricing}#pricing`);
    await expect.poll(() => readTop(page, '#pricing')).toBeLessThan(300);
    const plans = await getVisibleText(page.locator('#pricing'));
    for (const text of ['Creator', '$10', 'Most Popular', 'Pro', '$30', 'Best Value', 'Studio', '$120', 'Enterprise']) {
      expect(plans).toContain(text);
    }
  }));

test('FAQ items open and close by click and by keyboard', () =>
  site.open({}, async (page) => {
    await page.goto(paths.genmatePricing);
    for (const [index, { question, answer }] of pricingFaq.entries()) {
      const item = page.locator('.faq details').nth(index);
      const summary = item.locator('summary');
      expect(await getVisibleText(summary)).toBe(question);
      expect(await item.getByText(answer).isVisible()).toBe(false);
      if (index % 2) await summary.press('Enter');
      else await summary.click();
      await item.getByText(answer).waitFor();
    }
    const first = page.locator('.faq details').first();
    await first.locator('summary').press('Space');
    await first.locator('p').waitFor({ state: 'hidden' });
  }));

test('after checkout the page shows processing for two seconds, then the welcome with the session id', () =>
  site.open({}, async (page) => {
    await signInAs(site, page, 'user');
    const subscription = { product_id: 4, product_name: 'GenMate', plan_name: 'Creator' };
    await page.route('**/api/subscriptions/checkout/*', (route) =>
      route.fulfill({ json: { status: 'active', subscription } }),
    );
    // A paused clock: the result does not depend on the speed of the machine.
    await page.clock.install({ time: new Date('2026-11-21T00:00:00Z') });
    await page.clock.pauseAt(new Date('2026-11-21T00:00:01Z'));
    await page.goto(`${paths.subscriptionSuccess}?session_id=cs_test_a1B2c3D4`);
    await page.getByText('Processing your subscription').waitFor();
    expect(await page.getByRole('link', { name: 'Back to GenMate' }).isVisible()).toBe(false);
    await page.clock.runFor(1_900);
    expect(await page.getByText('Processing your subscription').isVisible()).toBe(true);
    await page.clock.runFor(200);
    await page.getByText('Processing your subscription').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Welcome to GenMate Creator', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Next steps' }).waitFor();
    await page.getByText('cs_test_a1B2c3D4').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Back to GenMate' }).getAttribute('href'))
      .toBe(paths.genmate);
  }));

test.each([
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  'cs_test_a1<b>bold</b>',
  '../../etc/passwd',
])('an invalid session id is neither shown nor run: %s', (sessionId) =>
  site.open({}, async (page) => {
    let alerts = 0;
    page.on('dialog', (dialog) => {
      alerts += 1;
      void dialog.dismiss();
    });
    await page.clock.install();
    await page.goto(`${paths.subscriptionSuccess}?session_id=${encodeURIComponent(sessionId)}`);
    await page.clock.runFor(2_100);
    await page.getByRole('link', { name: 'Back to GenMate' }).waitFor();
    expect(alerts).toBe(0);
    expect(await page.locator('checkout-welcome .session').isVisible()).toBe(false);
    expect(await page.locator('checkout-welcome :is(img, script, b)').count()).toBe(0);
  }),
);

test('login and sign-up link to each other, to the terms and to the privacy policy', () =>
  site.open({}, async (page) => {
    await page.goto(paths.home);
    await page.locator('.site-header').getByRole('link', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Welcome Back', level: 1 }).waitFor();
    await page.locator(`main a[href="${paths.signup}"]`).click();
    await page.getByRole('heading', { name: 'Create Your Account', level: 1 }).waitFor();
    for (const href of [paths.terms, paths.privacy])
      await expect.poll(() => page.locator(`main a[href="${href}"]`).count()).toBe(1);
    await page.locator(`main a[href="${paths.login}"]`).click();
    await page.waitForURL(`**${paths.login}`);
  }));

test('every email and telephone link has the company address and complete parameters', async () => {
  const pagesWithEmail = [
    paths.home,
    paths.genmatePricing,
    paths.genmateWaitingList,
    paths.chatmateWaitingList,
    paths.terms,
  ];
  const pages = [...pagesWithEmail, paths.subscribe, paths.company.contact, paths.login, paths.subscriptionSuccess];
  await site.open({}, async (page) => {
    for (const path of pages) {
      await page.goto(path);
      const links = await page.locator('a:is([href^="mailto:"], [href^="tel:"], [href^="sms:"])').all();
      expect(links.length, path).toBeGreaterThan(1);
      for (const link of links) {
        const url = new URL((await link.getAttribute('href')) ?? '');
        expect(url.pathname).toBe(url.protocol === 'mailto:' ? company.email : company.phone.replaceAll(' ', ''));
        for (const [name, value] of url.searchParams) {
          expect(['subject', 'body']).toContain(name);
          expect(value.trim(), `${path} ${name}`).not.toBe('');
          expect(value).not.toMatch(/undefined|\[object|%[0-9A-F]{2}/);
        }
      }
    }
  });
});

test('the call-to-action links of the home page lead to the waiting lists', () =>
  site.open({}, async (page) => {
    for (const [name, target] of [
      ['Join the waiting list', paths.genmateWaitingList],
      ['Try it now', paths.genmateWaitingList],
      ['Coming Soon', paths.chatmateWaitingList],
    ] as const) {
      await page.goto(paths.home);
      const link = page.locator('main').getByRole('link', { name }).first();
      await link.click();
      await page.waitForURL(`**${target}`);
    }
  }));

test('the video on the home page loads only when it is played', () =>
  site.open({}, async (page) => {
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.goto(paths.home, { waitUntil: 'networkidle' });
    const video = page.locator('main video');
    await video.scrollIntoViewIfNeeded();
    expect(requestedPaths.filter((path) => /\.(mp4|webm)$/.test(path))).toEqual([]);
    expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(false);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Play the film' }).press('Enter');
    await page.getByRole('button', { name: 'Play the film' }).waitFor({ state: 'hidden' });
    expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(true);
    // Chromium without the licensed codecs plays no H.264.
    const isPlayable = (element: HTMLVideoElement) => element.canPlayType('video/mp4; codecs="avc1.42E01F"') !== '';
    if (!(await video.evaluate(isPlayable))) return;
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
  }));
