import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAstroRenderer } from '#api/publishing/render/astro-renderer.ts';
import { readBuildInfo } from '#api/publishing/render/build-info.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { company } from '#src/config/site.ts';
import { paths } from '#src/lib/paths.ts';
import { PHONE, visitPage } from '../support/browser/browser.ts';
import { getWorkerBrowser } from '../support/browser/worker-browser.ts';
import { startBuiltProcess } from '../support/faults/built-process.ts';
import { openMailbox } from '../support/mail/mailbox.ts';
import { createTestSite, DIST, TEST_SITE_URL } from '../support/site/test-site.ts';
import { KEYBOARD } from './input-steps.ts';
import { codeField, createEmailAddress } from './sign-in-steps.ts';

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
  mark: { ...company.mark, description: 'a blue lark' },
  genmateAppUrl: 'https://write.larkfield.example/start',
  socials: [{ name: 'LinkedIn', url: 'https://www.linkedin.com/company/larkfield-example' }],
};

/** Everything that only the company of the repository is called; its country is left out, because the terms name its law. */
const { name, email, phone, address, origin, people, mark, tagline } = company;
const traces = [
  name,
  email,
  phone,
  phone.replaceAll(' ', ''),
  tagline,
  address.street,
  address.city,
  origin,
  mark.description,
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
    `export const company = ${JSON.stringify(renamed)} as const;\n`,
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
