import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveDraft } from '#api/features/drafts/drafts.service.ts';
import { createPreviewHandler } from '#api/features/previews/page/page.routes.ts';
import { createSitePreviewLink } from '#api/features/previews/site/site.service.ts';
import { type AnySitePart, publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { settingsPart } from '#api/features/site-settings/site-settings.service.ts';
import { siteParts } from '#api/site-parts.ts';
import { createUser } from '../../support/app/users.ts';
import { createPublishingSite, type PublishingSite } from '../../support/site/publishing-site.ts';
import { requestPath, TEST_SITE_URL } from '../../support/site/test-site.ts';

const DAY_MS = 86_400_000;

let site: PublishingSite;
let base: string;
beforeEach(async () => {
  site = await createPublishingSite();
  base = new URL(createSitePreviewLink(site.deps).url).pathname.replace(/\/$/, '');
});
afterEach(() => site.close());

const open = (path: string) => requestPath(createPreviewHandler(site.deps), 'GET', `${base}${path}`, {});
const read = async (path: string) => (await open(path)).bytes.toString();

/** Saves the draft of a part with what `change` makes of it. */
async function save(part: AnySitePart, id: number, change: (fields: Record<string, object>) => object) {
  const live = await part.loadLive(site.db, id);
  if (!live) throw new Error('there is no such part');
  const input = {
    fields: { ...live.fields, ...change(live.fields as never) },
    content: '',
    client_id: 'client-of-preview',
  };
  await saveDraft(site.deps, part, id, { ...input, version: 0, base_revision: live.revision }, null);
}
const findPart = async (kind: string, address?: string) => {
  const { rows } = await site.db.client.execute({
    sql: 'SELECT id FROM site_parts WHERE kind = ? AND (? IS NULL OR address = ?)',
    args: [kind, address ?? null, address ?? null],
  });
  return Number(rows[0]?.id);
};
const pagePart = siteParts.find(({ subject }) => subject === 'page') as AnySitePart;

it('shows all drafts together on every page, and visitors none of them', async () => {
  await save(settingsPart, await findPart('settings'), ({ company, brand }) => ({
    company: { ...company, name: 'Tideworks' },
    brand: { ...brand, colour: '#2a8fb5' },
  }));
  await save(pagePart, await findPart('page', '/company/about'), () => ({
    title: 'Who we are',
    address: '/who-we-are',
  }));
  const release = site.live();
  const home = await read('/');
  expect(home).toContain('The site with all drafts. Not published yet.');
  expect(home).toContain('Tideworks');
  expect(home).toContain(`href="${base}/blogs"`);
  expect(await read('/who-we-are')).toMatch(/<title>[^<]*Who we are/);
  expect((await open('/company/about')).status).toBe(404);
  const [, styles = ''] = /href="([^"]*\/styles\/[^"]+)"/.exec(home) ?? [];
  expect(styles).toMatch(new RegExp(`^${base}/`));
  expect((await open(styles.slice(base.length))).status).toBe(200);
  expect(site.live()).toEqual(release);
  expect((await site.get('/')).body).not.toContain('Tideworks');
});

it('is the published page byte for byte but for the ribbon and its addresses, once the drafts are published', async () => {
  await save(settingsPart, await findPart('settings'), ({ company }) => ({
    company: { ...company, legal_name: 'Tideworks AS' },
  }));
  const preview = await read('/company/contact');
  await publishSiteParts(
    site.deps,
    siteParts,
    [{ kind: 'settings', id: await findPart('settings'), version: 1 }],
    (await createUser(site, { role: 'admin' })).id,
  );
  await site.publisher.whenIdle();
  const plain = preview
    .replaceAll(base, '')
    .replace(/<aside class="draft-ribbon"[^>]*>[^<]*<\/aside>/, '')
    .replace(/<style>\.draft-ribbon\{[^<]*<\/style>/, '');
  const live = (await site.get('/company/contact')).body.replaceAll(TEST_SITE_URL, '');
  expect(plain.replaceAll(TEST_SITE_URL, '')).toBe(live);
});

it('leads to scripts and images where they are, and refuses what there is not', async () => {
  expect(await open('/_astro/any.js')).toMatchObject({ status: 302, headers: { location: '/_astro/any.js' } });
  expect((await open('/nowhere')).status).toBe(404);
});

it('is for those who have the link, for seven days', async () => {
  const pages = createPreviewHandler(site.deps);
  expect((await requestPath(pages, 'GET', `${base.slice(0, -1)}/`, {})).status).toBe(404);
  site.clock.advance(7 * DAY_MS + 1);
  expect((await open('/')).status).toBe(410);
});
