import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openshelfWebhooks } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestApp;
let admin: ApiCaller;
beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterAll(() => test.close());

const get = async (path: string) => (await admin.call('GET', `/api/overview${path}`)).body;

describe('OpenShelf on the start page', () => {
  it('counts what waits for a reviewer, since when, and webhooks that failed for good', async () => {
    const now = test.clock.now();
    const publicationId = await createPublication(test, { queuedAt: now - DAY_MS });
    await createPublication(test);
    await createPublication(test, { status: 'REJECTED', queuedAt: now - 2 * DAY_MS });
    const webhook = { type: 'publication.approved', publicationId, payload: '{}', nextAttemptAt: now } as const;
    await write(test.db, [
      test.db.orm.insert(openshelfWebhooks).values([
        { ...webhook, eventId: 'one', status: 'failed', createdAt: now },
        { ...webhook, eventId: 'two', status: 'queued', createdAt: now },
      ]),
    ]);
    expect((await get('')).openshelf).toEqual({
      pending_reviews: 2,
      oldest_queued_at: new Date(now - DAY_MS).toISOString(),
      failed_webhooks: 1,
    });
    expect((await get('/counts')).pending_reviews).toBe(2);
  });
});

describe('publications', () => {
  it('are found by title from three characters on, titles that begin with the text first', async () => {
    const { results: none } = await get('/search?q=steam%20f');
    expect(none).toEqual([]);
    const inside = await createPublication(test, { title: 'A history of steam ferries', status: 'PUBLISHED' });
    const first = await createPublication(test, { title: 'Steam ferries', status: 'DRAFT' });
    await createPublication(test, { title: 'Another', description: 'About steam ferries.' });
    expect((await get('/search?q=steam%20f')).results).toEqual([
      { type: 'publication', id: first, title: 'Steam ferries', status: 'DRAFT', cover: null },
      { type: 'publication', id: inside, title: 'A history of steam ferries', status: 'PUBLISHED', cover: null },
    ]);
    expect((await get('/search?q=st')).results).toEqual([]);
    expect((await get('/search?q=%22%20OR%20title')).results).toEqual([]);
  });
});
