import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Email } from 'postal-mime';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAstroRenderer } from '#api/publishing/render/astro-renderer.ts';
import { region as ownRegion } from '#api/domain/region.ts';
import { readBuildInfo } from '#api/publishing/render/build-info.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { company, companyMark } from '#src/config/site.ts';
import { demoUsers } from '#db/seed/users.ts';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { paths } from '#src/lib/paths.ts';
import { PHONE, visitPage } from '../support/browser/browser.ts';
import { getWorkerBrowser } from '../support/browser/worker-browser.ts';
import { startBuiltProcess } from '../support/faults/built-process.ts';
import { openMailbox } from '../support/mail/mailbox.ts';
import { findForeignTexts, isForeign } from '../support/site/foreign-texts.ts';
import { createTestSite, DIST, TEST_SITE_URL } from '../support/site/test-site.ts';
import { KEYBOARD } from './input-steps.ts';
import { codeField, createEmailAddress, signIn } from './sign-in-steps.ts';
import { PATHS_OUTSIDE_SITEMAP, readSitemap } from './site.ts';
import { choosePlan, payWith, waitForWelcome } from './subscriptions/buying-steps.ts';

const renamed = {
  ...company,
  name: 'Larkfield',
  legalName: 'Larkfield Oy',
  tagline: 'Less paper, more day.',
  greeting: 'We make tools for Printers, Bakers, and Choirs',
  description: 'Larkfield makes tools for people who print, bake and sing.',
  email: 'hello@larkfield.example',
  phone: '+358 9 555 0199',
  address: { street: '3 Birch Lane', city: 'Turku', postcode: '20100', country: 'Finland' },
  origin: 'south-west Finland',
  founded: '2019-03',
  earlyAccess: '2020-09',
  people: [{ name: 'Aino Salo', role: 'Founder' }],
  genmateAppUrl: 'https://write.larkfield.example/start',
  socials: [{ name: 'LinkedIn', url: 'https://www.linkedin.com/company/larkfield-example' }],
};

const renamedMark = { ...companyMark, description: 'a blue lark' };

/** English words with Norwegian prices, dates and days. */
const region = {
  ...ownRegion,
  salutation: 'Hello',
  locale: 'nb-NO',
  timeZone: 'Europe/Oslo',
  currency: 'NOK',
};

/** Everything that only the company of the repository is called; its country is left out, because the terms name its law. */
const { name, email, phone, address, origin, people, tagline } = company;
const traces = [
  name,
  email,
  phone,
  phone.replaceAll(' ', ''),
  tagline,
  address.street,
  address.city,
  origin,
  companyMark.description,
  'July 2024',
  ...people.map((person) => person.name),
  ...company.socials.map(({ url }) => url),
];

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'renamed-'));
  await buildRenamed();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The sources with another company, and their build. */
async function buildRenamed(): Promise<void> {
  for (const source of ['api', 'db', 'public', 'scripts', 'src', 'astro.config.mjs', 'package.json', 'tsconfig.json']) {
    await cp(join(PROJECT_ROOT, source), join(directory, source), { recursive: true });
  }
  await cp(join(PROJECT_ROOT, 'package-lock.json'), join(directory, 'package-lock.json'));
  await symlink(join(PROJECT_ROOT, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(
    join(directory, 'src/config/site.ts'),
    `export const company = ${JSON.stringify(renamed)} as const;\nexport const companyMark = ${JSON.stringify(renamedMark)} as const;\n`,
  );
  await writeFile(
    join(directory, 'api/domain/region.ts'),
    `export const region: Record<${Object.keys(region)
      .map((key) => `'${key}'`)
      .join(' | ')}, string> = ${JSON.stringify(region)};\n`,
  );
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const run = (...script: string[]) => execFileSync('node', script, { cwd: directory, env, stdio: 'pipe' });
  run('scripts/assets.ts', 'icons', 'captions');
  run('scripts/build.ts', '--code-only');
}

const findTraces = (text: string) => traces.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()));

test('the site of a renamed company contains no name, address or person of this one', async () => {
  const dist = join(directory, 'dist');
  const clientDir = join(dist, 'client');
  const site = await createTestSite({
    renderer: createAstroRenderer({
      entryUrl: pathToFileURL(join(dist, 'server/entry.mjs')).href,
      siteUrl: TEST_SITE_URL,
    }),
    build: await readBuildInfo(dist),
    clientDir,
  });
  try {
    await site.publisher.start();
    await site.publisher.whenIdle();
    const found: [path: string, traces: string[]][] = [];
    for (const entry of site.manifest.entries()) {
      if (entry.hash === null || !/html|xml|json|javascript|css|svg|text/.test(entry.contentType)) continue;
      const body = (await site.store.read(entry.hash, entry.contentType, 'identity')).toString('utf8');
      found.push([entry.path, findTraces(body)]);
    }
    // Files that carry no release entry of their own: scripts, drawn files, captions.
    for (const file of await readdir(clientDir, { recursive: true })) {
      if (!/\.(html|js|css|svg|vtt|txt|webmanifest)$/.test(file)) continue;
      found.push([file, findTraces(await readFile(join(clientDir, file), 'utf8'))]);
    }
    expect(found.length).toBeGreaterThan(60);
    expect(findTraces(await readFile(join(DIST, 'client/company/team.html'), 'utf8'))).not.toEqual([]);
    expect(found.filter(([, traces]) => traces.length > 0)).toEqual([]);
    expect((await site.get('/')).body).toContain('From south-west Finland');
    expect((await site.get('/company/team')).body).toContain('founded by Aino Salo');
  } finally {
    await site.close();
  }
});

test('a user signs in by keyboard on a phone; header, titles and email carry the new name', async () => {
  const dataDir = join(directory, 'data');
  const toSiteUrl = (port: number) => `http://localhost:${port}`;
  const server = await startBuiltProcess(dataDir, 1024, { projectRoot: directory, toSiteUrl });
  const mailbox = openMailbox(dataDir);
  const email = createEmailAddress();
  const origin = toSiteUrl(server.port);
  const { press, write } = KEYBOARD;
  try {
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
  } finally {
    await server.stop();
  }
});

const isLoaded = () =>
  !document.querySelector('astro-island[ssr], [aria-busy="true"], .skeleton') &&
  (document.querySelector('main')?.textContent ?? '').trim() !== '';

const ADMIN = demoUsers.find((user) => user.role === 'admin')?.email ?? '';
const BILLING_VIEWS = ['events', 'revenue', 'past-due', 'disputes', 'reconciliation', 'stripe-check'] as const;

/** The tax product is about the tax year of one country, and the terms are written under its law. */
const TAX_YEAR = '1 April to 31 March';
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
  const dataDir = join(directory, 'data-region');
  const toSiteUrl = (port: number) => `http://localhost:${port}`;
  const server = await startBuiltProcess(dataDir, 1024, {
    projectRoot: directory,
    toSiteUrl,
    settings: { DEMO_CONTENT: 'true', TZ: 'Asia/Tokyo' },
  });
  const mailbox = openMailbox(dataDir);
  const origin = toSiteUrl(server.port);
  const browser = await getWorkerBrowser();
  const found: Record<string, string[]> = {};
  const check = async (page: Page, path: string) => {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(isLoaded);
    expect(await page.locator('html').getAttribute('lang'), path).toBe('en');
    const texts = await findForeignTexts(page, region.timeZone);
    const foreign = texts.filter((text) => text !== TAX_YEAR);
    if (foreign.length > 0) found[path] = foreign;
  };
  const visit = (body: (page: Page) => Promise<void>) =>
    // The foreign requests go to the payment page; one of the pages is that of a post that does not exist.
    visitPage(browser, { origin, timezoneId: 'America/New_York', expected: [/foreign request/, /404/] }, body);
  const checkEmail = (name: string, { subject = '', text = '', html = '' }: Partial<Email>) => {
    if (isForeign(`${subject} ${text}`)) found[name] = [`${subject} ${text}`];
    expect(html, name).toContain('<html lang="en"');
  };
  try {
    await visit(async (page) => {
      const publicPaths = [...(await readSitemap(origin)), ...PATHS_OUTSIDE_SITEMAP];
      for (const path of publicPaths.filter((each) => !OF_ONE_COUNTRY.includes(each))) await check(page, path);
      await page.goto(paths.genmatePricing);
      expect(await page.locator('main').innerText()).toContain('10\u00a0kr');
      await page.goto(paths.taxmate);
      expect(await page.locator('main').innerText()).toContain('6\u00a0kr');

      const customer = createEmailAddress();
      await signIn(page, mailbox, customer);
      await choosePlan(page, 'Creator');
      await payWith(page, '4242424242424242');
      await waitForWelcome(page, 'Creator');
      for (const path of ACCOUNT_PATHS) await check(page, path);
      await page.goto(paths.subscriptions);
      await page.getByText('10,00\u00a0kr').first().waitFor();
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
  } finally {
    await server.stop();
  }
});
