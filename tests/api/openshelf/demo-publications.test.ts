import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canMove, publicationStatuses } from '#api/domain/publication-states.ts';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { seedDemoOpenshelf } from '#api/jobs/seed-demo-openshelf.ts';
import { seedDemoUsers } from '#api/jobs/seed-demo-users.ts';
import { publicationHistory, publications, publicationTexts, publicationVersions } from '#db/schema/index.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;

beforeAll(async () => {
  test = await createTestApp();
  await seedDemoUsers(test.db, test.clock.now());
  await seedDemoOpenshelf(test.db, test.clock.now());
  admin = await createApiCaller(test);
});
afterAll(() => test.close());

describe('the demo’s publications', () => {
  it('are in every status, with 12 in the queue and at least 15 on the shelf', async () => {
    const { body } = await admin.call('GET', '/api/admin/openshelf/stats');
    for (const status of publicationStatuses) {
      const { data } = (await admin.call('GET', `/api/admin/openshelf/publications?status=${status}`)).body;
      expect([status, data.pagination.total]).not.toEqual([status, 0]);
    }
    expect(body.data).toMatchObject({ pending_admin_review: 12 });
    expect(body.data.published_count).toBeGreaterThanOrEqual(15);
    expect(body.data.agreement_by_category.every(({ decided }: { decided: number }) => decided > 0)).toBe(true);
  });

  it('have histories that the state machine allows, all in the past', async () => {
    const entries = await test.db.orm.select().from(publicationHistory);
    const works = await test.db.orm.select().from(publications);
    for (const work of works) {
      const own = entries.filter(({ publicationId }) => publicationId === work.id);
      expect(own[0]?.move).toBe('create');
      expect(own.at(-1)?.toStatus).toBe(work.status);
      for (const [index, { move, fromStatus, at }] of own.entries()) {
        expect(at).toBeLessThanOrEqual(test.clock.now());
        if (index === 0) continue;
        expect(fromStatus).toBe(own[index - 1]?.toStatus);
        expect(fromStatus !== null && canMove(move, fromStatus)).toBe(true);
      }
    }
  });

  it('show reviewers what the detail has to show', async () => {
    const find = async (title: string) => {
      const { body } = await admin.call('GET', `/api/admin/openshelf/publications?search=${encodeURIComponent(title)}`);
      const { id } = body.data.publications.find((each: { title: string }) => each.title === title);
      return (await admin.call('GET', `/api/admin/openshelf/publications/${id}`)).body.data;
    };
    const remedies = await find('Remedies from a Hedgerow');
    expect(remedies).toMatchObject({ version_number: 2, last_decided_version: 1, queue: { position: 1, total: 12 } });
    const changes = remedies.history.find(({ move }: { move: string }) => move === 'request_changes');
    expect(changes).toMatchObject({ user: { name: 'Tom Whitaker' }, reasons: ['Advice, no source'] });
    expect(await find('The Possum Trapper’s Cookbook')).toMatchObject({ is_appeal: true, status: 'ADMIN_REVIEWING' });
    expect(await find('Small Boats, Big Water')).toMatchObject({
      status: 'DRAFT',
      version_number: 2,
      shelf_version: 1,
    });
    expect(await find('Ghosts of the Rimutaka Incline')).toMatchObject({ status: 'WITHDRAWN', shelf_version: null });
  });

  it('open without an error, every version of every work, without a fetch', async () => {
    const works = await test.db.orm.select().from(publications);
    const versions = await test.db.orm.select().from(publicationVersions);
    const read = async (path: string) =>
      (await admin.call('GET', `/api/admin/openshelf/publications/${path}`)).body.data;
    for (const { publicationId, number, htmlUrl, mdUrl } of versions) {
      const text = await read(`${publicationId}/text?version=${number}`);
      const isReadable = htmlUrl !== null || mdUrl !== null;
      expect([publicationId, number, text.error === null, text.html !== null]).toEqual([
        ...[publicationId, number, isReadable, isReadable],
      ]);
      if (number === 1) continue;
      expect(await read(`${publicationId}/diff?from=${number - 1}&to=${number}`)).toMatchObject({ error: null });
    }
    for (const { id } of works) expect((await read(`${id}/precedents`)).similar).toEqual(expect.any(Array));
  });

  it('bring decisions for and against texts like the first of the queue', async () => {
    const find = async (title: string) =>
      (await test.db.orm.select().from(publications)).find((work) => work.title === title)?.id;
    const { body } = await admin.call(
      'GET',
      `/api/admin/openshelf/publications/${await find('Remedies from a Hedgerow')}/precedents`,
    );
    const decisions = body.data.similar.map(({ title, decision }: { title: string; decision: string }) => [
      title,
      decision,
    ]);
    expect(decisions).toEqual(
      expect.arrayContaining([
        ['Tea for Every Ache', 'approved'],
        ['Cures They Hide from You', 'rejected'],
      ]),
    );
  });

  it('have texts that the sanitiser leaves as they are, under the address of their version', async () => {
    const texts = await test.db.orm.select().from(publicationTexts);
    const versions = await test.db.orm.select().from(publicationVersions);
    expect(texts).toHaveLength(versions.filter(({ htmlUrl }) => htmlUrl !== null).length);
    expect(texts.filter(({ wordsHash }) => wordsHash === null)).toEqual([]);
    for (const text of texts) {
      expect(text.url).toBe(versions.find(({ id }) => id === text.versionId)?.htmlUrl);
      expect(sanitizeContent(text.html ?? '').trim()).toBe(text.html?.trim());
    }
  });
});
