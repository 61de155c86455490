import { afterEach, beforeEach, expect, it } from 'vitest';
import { toImageUrl } from '#api/domain/image-variants.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { saveDraft } from '#api/features/drafts/drafts.service.ts';
import { settingsPart } from '#api/features/site-settings/site-settings.service.ts';
import { RenderError } from '#api/publishing/render/astro-renderer.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { createUser } from '../../support/app/users.ts';
import { copyEmptySite, createTestRenderer, createTestSite, type TestSite } from '../../support/site/test-site.ts';

let site: TestSite;
let userId: number;
beforeEach(async () => {
  site = await createTestSite({}, copyEmptySite);
  userId = (await createUser(site)).id;
  await site.publisher.start();
  await site.publisher.whenIdle();
});
afterEach(() => site.close());

const renamed: SiteSettings = {
  ...demoSettings,
  company: { ...demoSettings.company, name: 'Tideworks', legal_name: 'Tideworks AS' },
};

async function publishDraft(fields: SiteSettings, base = 1): Promise<void> {
  const input = { fields, content: '', client_id: 'client-of-tests', version: 0, base_revision: base };
  const { version } = await saveDraft(site.deps, settingsPart, 1, input, userId);
  await publishSiteParts(site.deps, [settingsPart], [{ kind: 'settings', id: 1, version }], userId);
}

async function publishSettings(fields: SiteSettings, base = 1): Promise<void> {
  await publishDraft(fields, base);
  await site.publisher.whenIdle();
}

const countReleases = async () => Number((await site.db.client.execute('SELECT count(*) FROM releases')).rows[0]?.[0]);

it('published settings are on every page with one release, as a full build would have them', async () => {
  const before = site.manifest.release;
  await publishSettings(renamed);
  expect((await site.get('/')).body).toContain('Tideworks');
  expect((await site.get('/login')).body).toContain('Tideworks');
  expect((await site.get('/terms')).body).toContain('Tideworks AS');
  expect(site.manifest.release).toBe(before + 1);
  expect(await site.live()).toEqual(await site.fullBuild());
  const { rows } = await site.db.client.execute('SELECT status, release_id FROM publish_jobs');
  expect(rows.map((row) => ({ ...row }))).toEqual([{ status: 'live', release_id: before + 1 }]);
});

it('settings whose publish stopped before its release are published whole at the next start', async () => {
  const releases = await countReleases();
  await site.publisher.stop();
  await publishDraft(renamed);
  await site.restart();
  await site.publisher.whenIdle();
  expect((await site.get('/')).body).toContain('Tideworks');
  expect(await countReleases()).toBe(releases + 1);
  expect(await site.live()).toEqual(await site.fullBuild());
});

/** Calls back once so many pages were rendered from now on. */
function afterRenders(count: number, callBack: () => Promise<unknown>) {
  const renderer = createTestRenderer();
  let left = count;
  return {
    ...renderer,
    render: async (...page: Parameters<typeof renderer.render>) => {
      left -= 1;
      if (left === 0) await callBack();
      return renderer.render(...page);
    },
  };
}

const listJobs = async () =>
  (await site.db.client.execute('SELECT kind, status, release_id FROM publish_jobs ORDER BY release_id')).rows.map(
    ({ kind, status }) => [kind, status],
  );

it('a post that is published while every page is rendered doesn’t wait for them, and no page is left with the old settings', async () => {
  const post = { title: 'Low tide', content: '<p>At six.</p>', status: 'published' as const };
  const publish = async () => {
    await createBlog(site.deps, post);
    site.publisher.wake();
  };
  await site.restart({ renderer: afterRenders(10, publish) });
  await publishSettings(renamed);
  expect(await listJobs()).toEqual([
    ['blog', 'live'],
    ['site', 'live'],
  ]);
  for (const path of ['/', '/blogs', '/blogs/low-tide']) {
    const { body } = await site.get(path);
    expect(body).toContain('Low tide');
    expect(body).toContain('Tideworks AS');
  }
  expect(await site.live()).toEqual(await site.fullBuild());
});

it('settings that are published while every page is rendered are in the same release', async () => {
  const before = site.manifest.release;
  const again: SiteSettings = { ...renamed, company: { ...renamed.company, legal_name: 'Tideworks Bergen AS' } };
  await site.restart({ renderer: afterRenders(10, () => publishDraft(again, 2)) });
  await publishSettings(renamed);
  expect((await site.get('/terms')).body).toContain('Tideworks Bergen AS');
  expect(site.manifest.release).toBe(before + 1);
  expect(await listJobs()).toEqual([
    ['site', 'live'],
    ['site', 'live'],
  ]);
  expect(await site.live()).toEqual(await site.fullBuild());
});

it('a page that can’t be rendered with the new settings fails their publish, and every page stays as it is', async () => {
  const renderer = createTestRenderer();
  await site.restart({
    renderer: {
      ...renderer,
      render: (path, content) =>
        path === '/terms' && content.site.settings.company.name === 'Tideworks'
          ? Promise.reject(new RenderError(path, '/terms could not be rendered.'))
          : renderer.render(path, content),
    },
  });
  const live = site.live();
  await publishSettings(renamed);
  expect(site.live()).toEqual(live);
  const { rows } = await site.db.client.execute('SELECT status, failed_path, error FROM publish_jobs');
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { status: 'failed', failed_path: '/terms', error: '/terms could not be rendered.' },
  ]);
  await createBlog(site.deps, { title: 'Low tide', content: '<p>At six.</p>', status: 'published' });
  await site.publisher.whenIdle();
  expect((await site.get('/blogs/low-tide')).body).toContain('Mateworks Limited');
});

it('an earlier release brings back the pages with the settings of then', async () => {
  const before = site.manifest.release;
  await publishSettings(renamed);
  await site.publisher.restore(before);
  expect((await site.get('/')).body).toContain('Mateworks');
  await site.publisher.resume();
  await site.publisher.whenIdle();
  expect((await site.get('/')).body).toContain('Tideworks');
});

const branded: SiteSettings = {
  ...demoSettings,
  brand: {
    colour: '#2a8fb5',
    second_colour: '#e39a3b',
    motif: 'harbour',
    headline_font: 'literata',
    text_font: 'manrope',
    logo: null,
    mark: null,
    link_preview: null,
  },
};

it('chosen colours and fonts are a style sheet of their own that public pages link to, and admin pages don’t', async () => {
  expect((await site.get('/')).body).not.toContain('/styles/');
  await publishSettings(branded);
  const home = await site.get('/');
  const [, path = ''] = /<link rel="stylesheet" href="(\/styles\/[0-9a-f]+\.css)">/.exec(home.body) ?? [];
  const styles = await site.get(path);
  expect(styles.status).toBe(200);
  expect(styles.headers['cache-control']).toContain('immutable');
  expect(styles.body).toContain('--action:light-dark(');
  expect(styles.body).toContain("font-family:'Literata'");
  expect(home.body).toContain('theme-color');
  expect((await site.get('/admin')).body).not.toContain('/styles/');
  expect(await site.live()).toEqual(await site.fullBuild());
});

it('a logo stands in header and footer in place of mark and name, and a mark beside the name', async () => {
  const toUrl = (letter: string) =>
    toImageUrl({ hash: letter.repeat(64), width: 1_600, height: 400, isAnimated: false });
  const image = (letter: string) => ({ url: toUrl(letter), alt: '' });
  await publishSettings({ ...branded, brand: { ...branded.brand, mark: image('a') } });
  const withMark = (await site.get('/')).body;
  expect(withMark).toMatch(/<a class="wordmark"[^>]*>\s*<img class="mark-image" src="\/uploads\/a{64}-480x120.webp"/);
  await publishSettings({ ...branded, brand: { ...branded.brand, mark: image('a'), logo: image('b') } }, 2);
  const { body } = await site.get('/');
  const logos = [
    ...body.matchAll(/<img class="logo" src="\/uploads\/b{64}-480x120.webp" width="144" height="36" alt=""/g),
  ];
  expect(logos).toHaveLength(2);
  expect(body).toContain('aria-label="Mateworks, home"');
  expect(body).not.toContain('mark-image');
});

it('the icons are drawn again when the name or the colours change, stay when they can’t be drawn, and are drawn with the next publish', async () => {
  let drawn: string[] = [];
  let isBroken = false;
  const renderBrandFiles = async ({ name }: { name: string }) => {
    drawn.push(name);
    if (isBroken) throw new Error('no canvas');
    return { 'favicon.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${name}</title></svg>`) };
  };
  const ogImages = {
    render: async () => Buffer.alloc(0),
    renderBrandFiles,
    crop: async () => null,
    close: async () => undefined,
  };
  await site.restart({ ogImages });
  await site.publisher.whenIdle();
  expect(drawn).toEqual([]);
  await publishSettings(renamed);
  expect((await site.get('/favicon.svg')).body).toContain('<title>Tideworks</title>');
  drawn = [];
  isBroken = true;
  const other = { ...renamed, company: { ...renamed.company, name: 'Skerry' } };
  await publishSettings(other, 2);
  expect((await site.get('/favicon.svg')).body).toContain('<title>Tideworks</title>');
  expect((await site.get('/')).body).toContain('Skerry');
  isBroken = false;
  await publishSettings({ ...other, company: { ...other.company, tagline: 'Tools for boats.' } }, 3);
  expect((await site.get('/favicon.svg')).body).toContain('<title>Skerry</title>');
});

it('a site that search engines may not list says so on every page', async () => {
  await publishSettings({
    ...demoSettings,
    search: { ...demoSettings.search, is_listed: false, google_verification: 'abc' },
  });
  const [home, about] = [(await site.get('/')).body, (await site.get('/company/about')).body];
  expect([home, about].map((body) => body.includes('<meta name="robots" content="noindex">'))).toEqual([true, true]);
  expect([home, about].map((body) => body.includes('google-site-verification'))).toEqual([true, false]);
});
