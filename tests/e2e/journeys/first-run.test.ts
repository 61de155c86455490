import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Page } from 'playwright';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { paths } from '#src/lib/paths.ts';
import { findAxeViolations } from '../../support/browser/accessibility.ts';
import { openMailbox } from '../../support/mail/mailbox.ts';
import { TIDEWORKS } from '../../support/app/new-site.ts';
import { findForeignTexts } from '../../support/site/foreign-texts.ts';
import { createFlatPng } from '../../support/uploads/sample-files.ts';
import { button, contentField, startPublish, titleField, waitForSaved } from '../editor-steps.ts';
import { KEYBOARD } from '../input-steps.ts';
import { codeField } from '../sign-in-steps.ts';
import { getOpenDialog, readSitemap, startSite } from '../site.ts';

const ADMIN = 'first.admin@example.com';
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_SECRET: 'a secret of 32 characters or more',
  MAIL: 'outbox',
  // Icons and the web app manifest are drawn for the company, too.
  OG_IMAGES: 'true',
  ADMIN_EMAILS: ADMIN,
};
/** Names, people and places of the demo. */
const DEMO = /mateworks|genmate|taxmate|chatmate|openshelf|zealand|aotearoa|koru|kia ora|wellington|aroha/i;
const { options, press, write } = KEYBOARD;

/** Every address that a visitor can reach by links, feeds and the sitemap, with what is there. */
async function crawl(origin: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const found = ['/', '/robots.txt', '/rss.xml', '/atom.xml', '/feed.json', '/site.webmanifest', '/sitemap.xml'];
  for (const path of await readSitemap(origin)) found.push(path);
  for (let path = found.pop(); path !== undefined; path = found.pop()) {
    if (texts.has(path)) continue;
    const response = await fetch(origin + path);
    const text = await response.text();
    // Features that are off have their own names; styles are of the code.
    const words = text.replace(/ data-facts="[^"]*"/, '').replace(/<style[^>]*>[\s\S]*?<\/style>/g, '');
    texts.set(path, `${response.status} ${words}`);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const url = new URL(href, origin + path);
      if (url.origin === origin && !url.pathname.startsWith('/api/')) found.push(url.pathname);
    }
  }
  return texts;
}

async function answerQuestions(page: Page): Promise<void> {
  const field = (name: string) => page.locator(`[name="${name}"]`);
  const goOn = () => press(page, button(page, 'Continue'));
  await write(page, field('name'), TIDEWORKS.name);
  await write(page, field('legal_name'), TIDEWORKS.legal_name);
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Skip'));
  await write(page, field('colour'), TIDEWORKS.colour);
  await page.getByText(/^Darkened for text and buttons/).waitFor();
  await page.keyboard.press('Enter');
  for (const [at, { name, tagline }] of TIDEWORKS.products.entries()) {
    await press(page, button(page, 'Add product'));
    await write(page, field(`products.${at}.name`), name);
    await write(page, field(`products.${at}.tagline`), tagline);
  }
  const preview = page.frameLocator('iframe');
  await preview.getByRole('heading', { name: 'Our products' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await goOn();
  await page.getByLabel('Country').selectOption('NO');
  await page.getByText('MVA').waitFor();
  expect(await page.getByLabel('Currency').inputValue()).toBe('NOK');
  await goOn();
  await write(page, field('email'), TIDEWORKS.email);
  await page.keyboard.press('Enter');
}

/** A logo and a second palette. */
async function changeLook(page: Page): Promise<void> {
  await page.goto(paths.adminSetting('brand.second_colour'));
  await page.locator('[name="brand.second_colour"]:focus').waitFor();
  await page.keyboard.type('#d2552e');
  await write(page, page.locator('[name="brand.colour"]'), '#7a3e9d');
  await press(page, page.getByRole('button', { name: 'Choose image' }).first());
  const { name, type: mimeType, bytes: buffer } = createFlatPng(320, 80);
  await getOpenDialog(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await page.getByRole('button', { name: 'Remove image' }).waitFor();
  await waitForSaved(page);
}

/** A page with a headline and a call to action. */
async function buildPage(page: Page, title: string, address: string, heading: string): Promise<void> {
  const addSection = async (search: string, label: string, text: string) => {
    await press(page, page.getByRole('button', { name: 'Add section' }));
    await page.getByLabel('Search sections').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(search);
    await page.keyboard.press('Enter');
    await write(page, page.getByRole('region', { name: /^(Hero|Call)/ }).getByLabel(label, { exact: true }), text);
  };
  await page.goto(paths.adminPages);
  await page.locator('tr[data-row]').first().waitFor();
  await page.keyboard.press('n');
  await page.getByLabel('Title').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(title);
  await write(page, page.getByLabel('Address'), address);
  await page.getByText('Free', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/pages\/\d+$/);
  await addSection('hero', 'Headline', heading);
  await addSection('call to action', 'Title', 'Book a place');
  await page.frameLocator('iframe[title="Page preview"]').getByRole('heading', { name: heading }).waitFor();
  await waitForSaved(page);
}

/** A link in the header, and a column of the footer with another one. */
async function linkPages(page: Page, header: [string, string], footer: [string, string]): Promise<void> {
  const fill = async (label: string, href: string) => {
    await page.getByRole('textbox', { name: 'Label' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(label);
    await write(page, page.getByLabel('Leads to'), href);
    await press(page, button(page, 'Done'));
  };
  await page.goto(paths.adminNavigation);
  const menu = page.getByRole('region', { name: 'Header menu' });
  await press(page, menu.getByRole('button', { name: 'Add link', exact: true }).last());
  await fill(...header);
  const columns = page.getByRole('region', { name: 'Footer', exact: true });
  await press(page, columns.getByRole('button', { name: 'Add column' }));
  await page.getByRole('textbox', { name: 'Title', exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Harbours');
  await press(page, button(page, 'Done'));
  await press(page, columns.getByRole('button', { name: /^Add link/ }).last());
  await fill(...footer);
  await waitForSaved(page);
}

async function publishSite(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: /draft changes?$/ }));
  await press(page, getOpenDialog(page).getByRole('button', { name: /^Publish \d+ changes?$/ }));
  await page.getByText(/^Live \(took/).waitFor();
}

/** A plan of the first product, with its price. */
async function sellPlan(page: Page, name: string, price: string): Promise<void> {
  await page.goto(paths.adminPlans);
  await press(page, button(page, 'Add a plan to Logbook'));
  await write(page, getOpenDialog(page).getByLabel('Name'), name);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name, exact: true });
  await write(page, panel.getByLabel('Price by the month', { exact: true }), price);
  await panel.getByText(/Visitors read ‘/).waitFor();
  await page.keyboard.press('Escape');
  await publishSite(page);
}

test('a new site in production asks six questions and becomes that of Tideworks, without a trace of the demo, by keyboard alone', async () => {
  const site = await startSite(PRODUCTION);
  try {
    for (const path of ['/', '/blogs', '/rss.xml', '/sitemap.xml', '/robots.txt', '/terms'])
      expect((await fetch(site.origin + path)).status).toBe(503);
    await site.open(options, async (page) => {
      const mailbox = openMailbox(site.dataDirectory);
      await page.goto(paths.login);
      await press(page, button(page, 'Continue with Email'));
      await write(page, page.getByRole('textbox', { name: 'Email' }), ADMIN);
      await press(page, button(page, 'Continue'));
      await write(page, codeField(page), (await mailbox.waitForCode(ADMIN)).code);
      await page.waitForURL(`**${paths.adminFirstRun}`);
      await answerQuestions(page);

      const dialog = page.getByRole('dialog', { name: 'It is yours' });
      await dialog.getByText('8 pages, 3 products, a menu and a footer, in your colours').waitFor();
      expect((await fetch(site.origin)).status).toBe(503);
      await press(page, dialog.getByRole('button', { name: 'Publish the site' }));
      await page.waitForURL(`${site.origin}/`);
      await page.getByRole('heading', { name: 'Welcome to Tideworks.', level: 1 }).waitFor();

      const facts = await page.evaluate(() => document.documentElement.dataset.facts ?? '');
      expect(JSON.parse(facts)).toMatchObject({
        locale: 'nb-NO',
        language: 'en',
        currency: 'NOK',
        timeZone: 'Europe/Oslo',
      });

      await page.goto(paths.adminFirstRun);
      await page.waitForURL(`**${paths.admin}`);
      const prompt = page.getByRole('dialog', { name: 'What’s your name?' });
      await write(page, prompt.getByLabel('First name'), 'Mere');
      await write(page, prompt.getByLabel('Last name'), 'Paki');
      expect(await findAxeViolations(page)).toEqual([]);
      await press(page, prompt.getByRole('button', { name: 'Save name' }));
      const setup = page.getByRole('region', { name: 'Set-up' });
      await setup.getByText(/^Done: Your name/).waitFor();
      expect(await page.locator('.side-nav a:visible', { hasText: 'Email previews' }).count()).toBe(0);

      await press(page, setup.getByRole('link', { name: 'Write' }));
      await page.waitForURL(`**${paths.addBlog}`);
      await titleField(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('We are open');
      await page.keyboard.press('Enter');
      await contentField(page).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('Come and see.');
      await waitForSaved(page);
      await startPublish(page, KEYBOARD, 'Publish...');
      await press(page, button(page, 'Publish now'));
      await getOpenDialog(page)
        .getByText(/^Live \(took /)
        .waitFor();
      await press(page, getOpenDialog(page).getByRole('link', { name: 'View post' }));
      await page.getByRole('heading', { name: 'We are open', level: 1 }).waitFor();
      await expect.poll(() => page.locator('main').innerText()).toContain('Mere Paki');
      // As it is served: in the browser, the account menu shows the address to its owner.
      expect(await (await fetch(page.url())).text()).not.toContain(ADMIN);

      await sellPlan(page, 'Crew', '149');
      await page.goto('/logbook');
      const plans = page.getByRole('region', { name: 'Plans' });
      await plans.getByText('per month').waitFor();
      expect((await plans.innerText()).replace(/\s+/g, ' ')).toMatch(
        /Crew 149 kr per month Write to us about Crew .*Prices include 25 % MVA\./,
      );

      const styles = await page.locator('link[href^="/styles/"]').getAttribute('href');
      await changeLook(page);
      await buildPage(page, 'Winter storage', '/winter-storage', 'Dry until May');
      await buildPage(page, 'Bergen', '/harbours/bergen', 'The harbour of Bergen');
      await linkPages(page, ['Winter storage', '/winter-storage'], ['Bergen', '/harbours/bergen']);
      await publishSite(page);
      await page.goto('/harbours/bergen');
      await page.getByRole('heading', { name: 'The harbour of Bergen', level: 1 }).waitFor();
      await page.locator('header').getByRole('link', { name: 'Winter storage' }).waitFor();
      await page.locator('footer').getByRole('heading', { name: 'Harbours' }).waitFor();
      expect(await page.locator('img.logo').count()).toBe(2);
      expect(await page.locator('link[href^="/styles/"]').getAttribute('href')).not.toBe(styles);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await findForeignTexts(page, 'Europe/Oslo')).toEqual([]);

      await site.server.publisher.whenIdle();
      const texts = await crawl(site.origin);
      expect([...texts.keys()]).toEqual(
        expect.arrayContaining(['/', '/logbook', '/harbourmaster', '/tidal', '/winter-storage', '/harbours/bergen']),
      );
      for (const [path, text] of texts) {
        expect(`${path} ${DEMO.exec(text)?.[0] ?? ''}`).toBe(`${path} `);
        expect(`${path} ${text.slice(0, 3)}`).toBe(`${path} 200`);
      }
      for (const file of ['/media/intro.mp4', '/media/intro.vtt', '/images/gst-flow.svg', '/og-openshelf.png']) {
        const missing = await fetch(site.origin + file);
        expect(`${missing.status} ${DEMO.exec(await missing.text())?.[0] ?? ''}`).toBe('404 ');
      }
      // Each is drawn for the company, and none is that of the demo.
      for (const file of ['og.png', 'favicon.ico', 'apple-touch-icon.png']) {
        const drawn = Buffer.from(await (await fetch(`${site.origin}/${file}`)).arrayBuffer());
        expect(drawn.equals(await readFile(join(PROJECT_ROOT, 'public', file))), file).toBe(false);
      }
      for (const { subject, text, from } of await mailbox.listUnread(ADMIN))
        expect(DEMO.exec(`${from?.name} ${subject} ${text}`)).toBeNull();

      await page.goto(paths.admin);
      // One post is enough: what is left of the set-up is a closed line.
      await setup.locator('summary').click();
      await setup.getByText(/^Done: .*First post/).waitFor();
    });
  } finally {
    await site.close();
  }
});
