import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { GENMATE_APP_URL } from '#db/seed/site/products.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { siteParts } from '#db/schema/index.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { write } from '#db/write.ts';
import { demoUsers } from '#db/seed/users.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { PHONE, visitPage } from '../support/browser/browser.ts';
import { getWorkerBrowser } from '../support/browser/worker-browser.ts';
import { type BuiltProcess, startBuiltProcess } from '../support/faults/built-process.ts';
import { type Mailbox, openMailbox } from '../support/mail/mailbox.ts';
import { findForeignTexts, isForeign } from '../support/site/foreign-texts.ts';
import { createTestSite } from '../support/site/test-site.ts';
import { KEYBOARD } from './input-steps.ts';
import { codeField, createEmailAddress, signIn } from './sign-in-steps.ts';
import { PATHS_OUTSIDE_SITEMAP, readSitemap } from './site.ts';
import { choosePlan, payWith, waitForWelcome } from './subscriptions/buying-steps.ts';
import { demoPaths } from '../support/site/demo-paths.ts';

const renamed = {
  company: {
    name: 'Larkfield',
    legal_name: 'Larkfield Oy',
    tagline: 'Less paper, more day.',
    greeting: 'We make tools for Printers, Bakers, and Choirs',
    registration_number: '1234567-8',
    tax_number: 'FI12345678',
    email: 'hello@larkfield.example',
    phone: '+358 9 555 0199',
    street: '3 Birch Lane',
    postcode: '20100',
    city: 'Turku',
    country: 'FI',
    origin: 'south-west Finland',
    founded: '2019-03',
  },
  brand: { ...demoSettings.brand, colour: '#2a8fb5', motif: 'harbour', headline_font: 'literata' },
  // English words with Norwegian prices and figures; dates in English words and in the Norwegian order.
  language: { language: 'en', locale: 'nb-NO', time_zone: 'Europe/Oslo', currency: 'NOK' },
  tax: {
    prices_include_tax: true,
    label: 'VAT',
    rate: 20,
    is_automatic: true,
    asks_tax_number: true,
    charges_rate: false,
  },
  mail: { salutation: 'Hello', signature: '', sender_name: '' },
  search: {
    ...demoSettings.search,
    description: 'Larkfield makes tools for people who print, bake and sing.',
  },
  features: demoSettings.features,
} satisfies SiteSettings;
const renamedNavigation = {
  ...demoNavigation,
  socials: [{ name: 'LinkedIn', url: 'https://www.linkedin.com/company/larkfield-example' }],
};

/** Everything that only the company of the demo is called; its country is left out, because the terms name its law. */
const { company } = demoSettings;
const traces = [
  company.name,
  company.email,
  company.phone,
  company.phone.replaceAll(' ', ''),
  company.tagline,
  company.street,
  company.city,
  company.origin,
  'July 2024',
  ...demoNavigation.socials.map(({ url }) => url),
];

const toSiteUrl = (port: number) => `http://localhost:${port}`;

let dataDir: string;
let server: BuiltProcess;
let origin: string;
let mailbox: Mailbox;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'renamed-'));
  await prepareRenamed(dataDir);
  const settings = { DEMO_CONTENT: 'true', TZ: 'Asia/Tokyo' };
  server = await startBuiltProcess(dataDir, 1024, { toSiteUrl, settings });
  origin = toSiteUrl(server.port);
  mailbox = openMailbox(dataDir);
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A database whose settings are those of the other company. */
async function prepareRenamed(directory: string): Promise<void> {
  const db = await openDatabase(`file:${join(directory, 'app.db')}`);
  await migrate(db, async () => undefined);
  await writeSettings(db, renamed);
  db.client.close();
}

const writeSettings = (db: Database, settings: SiteSettings) =>
  write(db, [
    sql`DELETE FROM site_parts WHERE kind IN ('settings', 'navigation')`,
    db.orm.insert(siteParts).values([
      { kind: 'settings', fields: settings, createdAt: 0, updatedAt: 0 },
      { kind: 'navigation', fields: renamedNavigation, createdAt: 0, updatedAt: 0 },
    ]),
  ]);

/** Drawn for the demo when the program is made. */
const DRAWN = ['/favicon.svg', '/site.webmanifest', '/media/intro.vtt'];

/** The apps of the demo's products live at addresses of their own. */
const findTraces = (text: string) =>
  traces.filter((trace) => text.replaceAll(GENMATE_APP_URL, '').toLowerCase().includes(trace.toLowerCase()));

test('the site of a renamed company contains no name, address or person of this one', async () => {
  const site = await createTestSite();
  try {
    await writeSettings(site.db, renamed);
    await site.publisher.start();
    await site.publisher.whenIdle();
    const found: [path: string, traces: string[]][] = [];
    for (const entry of site.manifest.entries()) {
      if (entry.hash === null || !/html|xml|json|javascript|css|svg|text/.test(entry.contentType)) continue;
      const body = (await site.store.read(entry.hash, entry.contentType, 'identity')).toString('utf8');
      found.push([entry.path, findTraces(body)]);
    }
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter(([path, traces]) => traces.length > 0 && !DRAWN.includes(path))).toEqual([]);
    expect((await site.get('/')).body).toContain('From south-west Finland');
  } finally {
    await site.close();
  }
});

test('a user signs in by keyboard on a phone; header, titles and email carry the new name', async () => {
  const email = createEmailAddress();
  const { press, write } = KEYBOARD;
  await visitPage(await getWorkerBrowser(), { origin, viewport: PHONE }, async (page) => {
    await page.goto(paths.login);
    expect(await page.title()).toContain('Larkfield');
    expect(await page.locator('header').getByRole('link', { name: 'Larkfield' }).isVisible()).toBe(true);
    await press(page, page.getByRole('button', { name: 'Continue with Email' }));
    await write(page, page.getByRole('textbox', { name: 'Email' }), email);
    await page.keyboard.press('Enter');
    await codeField(page).waitFor();
    const message = await mailbox.waitForEmail(email);
    expect(message.subject).toBe('Your Larkfield sign-in code');
    expect(message.from?.name).toBe('Larkfield');
    expect(findTraces(`${message.subject} ${message.from?.address} ${message.text} ${message.html}`)).toEqual([]);
    await write(page, codeField(page), /^\s*(\d{6})\s*$/m.exec(message.text ?? '')?.[1] ?? '');
    await page.waitForURL((url) => url.pathname !== paths.login);
    await page.goto(paths.profile);
    await page.getByRole('textbox', { name: 'First name' }).waitFor();
    expect(await page.title()).toContain('Larkfield');
    expect(findTraces(await page.locator('body').innerText())).toEqual([]);
  });
});

const isLoaded = () =>
  !document.querySelector('astro-island[ssr], [aria-busy="true"], .skeleton') &&
  (document.querySelector('main')?.textContent ?? '').trim() !== '';

const ADMIN = demoUsers.find((user) => user.role === 'admin')?.email ?? '';
const BILLING_VIEWS = ['events', 'revenue', 'past-due', 'disputes', 'reconciliation', 'stripe-check'] as const;

/** The terms are written under the law of one country. */
const OF_ONE_COUNTRY: string[] = [paths.terms];

const ACCOUNT_PATHS = [
  paths.profile,
  paths.profileSessions,
  paths.profileData,
  paths.subscriptions,
  paths.settings,
  paths.productDocuments(),
];

const BACK_OFFICE_PATHS = [
  ...[
    paths.admin,
    paths.adminMails,
    paths.adminMail,
    paths.adminAudit,
    paths.adminPublishing,
    paths.adminSystem,
    paths.adminMedia,
  ],
  ...BILLING_VIEWS.map(paths.adminBillingView),
  ...[
    paths.userManager,
    paths.waitingListManager,
    paths.blogManager,
    paths.blogTrash,
    paths.addBlog,
    paths.editBlog(1),
  ],
  ...[paths.categoryManager, paths.documentManager, paths.newDocument, paths.editDocument(1), paths.sectionManager],
  ...[paths.userDetail(1), paths.document('receipts')],
  ...[paths.productManager, openshelfPaths.adminOpenshelf, openshelfPaths.reviewQueue, openshelfPaths.reviewDetail(1)],
  ...[openshelfPaths.publicationManager, openshelfPaths.openshelfStats, openshelfPaths.rejectionReasons],
  openshelfPaths.openshelfWebhooks,
];

test('prices, dates and words of every page, screen and email are of the company’s region', async () => {
  const browser = await getWorkerBrowser();
  const found: Record<string, string[]> = {};
  const report = (path: string, texts: readonly string[]) => {
    if (texts.length > 0) found[path] = [...texts];
  };
  const check = async (page: Page, path: string) => {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(isLoaded);
    expect(await page.locator('html').getAttribute('lang'), path).toBe('en');
    report(path, await findForeignTexts(page, renamed.language.time_zone));
  };
  /** Only an island writes texts that are not in the page as it is served. */
  const checkPublic = async (page: Page, blank: Page, path: string) => {
    const html = await (await fetch(new URL(path, origin))).text();
    if (html.includes('<astro-island')) return check(page, path);
    expect(html, path).toMatch(/<html lang="en"/);
    report(path, await findForeignTexts(blank, renamed.language.time_zone, html));
  };
  const visit = (body: (page: Page) => Promise<void>) =>
    // The foreign requests go to the payment page; one of the pages is that of a post that does not exist.
    visitPage(browser, { origin, timezoneId: 'America/New_York', expected: [/foreign request/, /404/] }, body);
  const checkEmail = (name: string, { subject = '', text = '', html = '' }: Partial<Email>) => {
    if (isForeign(`${subject} ${text}`)) found[name] = [`${subject} ${text}`];
    expect(html, name).toContain('<html lang="en"');
  };
  await visit(async (page) => {
    const publicPaths = [...(await readSitemap(origin)), ...PATHS_OUTSIDE_SITEMAP];
    // A page of the site lets nobody parse HTML.
    const blank = await page.context().newPage();
    for (const path of publicPaths.filter((each) => !OF_ONE_COUNTRY.includes(each)))
      await checkPublic(page, blank, path);
    await blank.close();
    await page.goto(demoPaths.genmatePricing);
    expect(await page.locator('main').innerText()).toContain('10\u00a0kr');
    await page.goto(demoPaths.taxmate);
    expect(await page.locator('main').innerText()).toContain('6\u00a0kr');

    const customer = createEmailAddress();
    await signIn(page, mailbox, customer);
    await choosePlan(page, 'Creator');
    await payWith(page, '4242424242424242');
    await waitForWelcome(page, 'Creator');
    for (const path of ACCOUNT_PATHS) await check(page, path);
    await page.goto(paths.subscriptions);
    await page.getByText('10,00\u00a0kr').first().waitFor();
    for (const name of ['Invoice', 'Receipt']) {
      const href = await page
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .getAttribute('href');
      const printed = await (await fetch(new URL(href ?? '', origin))).text();
      expect(printed).toContain('Larkfield Oy, 3 Birch Lane, FI-20100 Turku, Finland, 1234567-8, FI12345678');
      expect(findTraces(printed)).toEqual([]);
    }
    const receipt = await mailbox.waitForEmail(customer);
    expect(receipt.text).toContain('10,00\u00a0kr');
    checkEmail('receipt', receipt);
  });
  await visit(async (page) => {
    await signIn(page, mailbox, ADMIN);
    const people = await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
      const response = await fetch('/api/admin/mails', { headers });
      return response.json();
    });
    for (const mail of people.mails) checkEmail(mail.kind, mail);
    for (const path of BACK_OFFICE_PATHS) await check(page, path);
    await page.goto(paths.adminBillingView('revenue'));
    await expect.poll(() => page.locator('main').innerText()).toMatch(/\d,\d\d\u00a0kr/);
  });
  expect(found).toEqual({});
});
