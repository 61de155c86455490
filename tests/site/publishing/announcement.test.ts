import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SiteNavigation } from '#api/domain/site-navigation.ts';
import { demoNavigation } from '#db/seed/site/navigation.ts';
import { findDraft, saveDraft } from '#api/features/drafts/drafts.service.ts';
import { publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { getNavigation, navigationPart } from '#api/features/site-navigation/site-navigation.service.ts';
import { createUser } from '../../support/app/users.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../../support/site/test-site.ts';

const HOUR_MS = 3_600_000;

let site: TestSite;
let userId: number;
beforeEach(async () => {
  site = await createTestSite({}, copyEmptySite);
  site.clock.set('2026-11-26T00:00:00.000Z');
  userId = (await createUser(site)).id;
  await site.publisher.start();
  await site.publisher.whenIdle();
});
afterEach(() => site.close());

/** 2026-11-26 00:00 UTC is 13:00 in Auckland. */
const ANNOUNCED: Partial<SiteNavigation> = {
  announcement_is_shown: true,
  announcement_text: '{company} is closed for <summer>.',
  announcement_href: '/company/contact',
  announcement_link: 'Opening hours',
  announcement_from: '2026-11-26T15:00',
  announcement_until: '2026-11-26T18:00',
};

async function publish(changes: Partial<SiteNavigation>): Promise<void> {
  const { id, revision } = await getNavigation(site.deps);
  const { version = 0 } = (await findDraft(site, navigationPart, id)) ?? {};
  const fields = { ...demoNavigation, ...changes };
  const input = { fields, content: '', client_id: 'client-of-tests', version, base_revision: revision };
  const saved = await saveDraft(site.deps, navigationPart, id, input, userId);
  const draft = { kind: 'navigation', id, version: saved.version } as const;
  await publishSiteParts(site.deps, [navigationPart], [draft], userId);
  await site.publisher.whenIdle();
}
async function advance(milliseconds: number): Promise<void> {
  site.clock.advance(milliseconds);
  await site.publisher.tick();
  await site.publisher.whenIdle();
}
const PATHS = ['/', '/login', '/company/team', '/blogs'];
const readLines = () =>
  Promise.all(
    PATHS.map(async (path) => /<aside class="announcement.*?<\/aside>/s.exec((await site.get(path)).body)?.[0]),
  );
const isShown = async () => {
  const lines = await readLines();
  expect(new Set(lines.map((line) => line !== undefined)).size, 'the same on every page').toBe(1);
  return lines[0] !== undefined;
};
const expectFullBuild = async () => expect(await site.live()).toEqual(await site.fullBuild());

it('is on every page from its first moment to its last, each time with one release, as a full build would have it', async () => {
  await publish(ANNOUNCED);
  expect(await isShown()).toBe(false);
  await expectFullBuild();
  const before = site.manifest.release;
  await advance(2 * HOUR_MS - 1);
  expect(await isShown()).toBe(false);
  await advance(1);
  const [line = ''] = await readLines();
  expect(line).toContain('Mateworks is closed for &lt;summer&gt;.');
  expect(line).toContain('<a href="/company/contact"');
  expect(await isShown()).toBe(true);
  await expectFullBuild();
  await advance(3 * HOUR_MS - 1);
  expect(await isShown()).toBe(true);
  await advance(1);
  expect(await isShown()).toBe(false);
  await expectFullBuild();
  expect(site.manifest.release).toBe(before + 2);
  const { rows } = await site.db.client.execute(`SELECT reason FROM publish_jobs WHERE user_id IS NULL ORDER BY id`);
  expect([...new Set(rows.map(({ reason }) => reason))]).toEqual(['The announcement began', 'The announcement ended']);
});

it('without times is there once it is published, until it is switched off', async () => {
  await publish({ ...ANNOUNCED, announcement_from: '', announcement_until: '' });
  expect(await isShown()).toBe(true);
  await advance(24 * HOUR_MS);
  expect(await isShown()).toBe(true);
  await expectFullBuild();
  await publish({ ...ANNOUNCED, announcement_is_shown: false });
  expect(await isShown()).toBe(false);
});

it('that began while the server was off is on every page after its start', async () => {
  await publish(ANNOUNCED);
  site.clock.advance(3 * HOUR_MS);
  await site.restart();
  await site.publisher.whenIdle();
  expect(await isShown()).toBe(true);
  await expectFullBuild();
});

it('goes again when the clock is put back', async () => {
  await publish(ANNOUNCED);
  await advance(2 * HOUR_MS);
  expect(await isShown()).toBe(true);
  await advance(-1.5 * HOUR_MS);
  await advance(0);
  expect(await isShown()).toBe(false);
  await expectFullBuild();
});

it('brings its script into the policy of the pages that have it, and into no others', async () => {
  const readPolicy = async () => (await site.get('/')).headers['content-security-policy'] ?? '';
  const before = await readPolicy();
  await publish({ ...ANNOUNCED, announcement_from: '', announcement_until: '' });
  expect((await readPolicy()).split("'sha256-").length).toBe(before.split("'sha256-").length + 1);
  await publish({ ...ANNOUNCED, announcement_is_shown: false });
  expect(await readPolicy()).toBe(before);
});
