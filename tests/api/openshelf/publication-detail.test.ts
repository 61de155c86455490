import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicationVersions, users } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { eq } from 'drizzle-orm';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication, recordHistory } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const HOUR = 3_600_000;

let test: TestApp;
let admin: ApiCaller;

beforeAll(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterAll(() => test.close());

const get = (id: number | string) => admin.call('GET', `/api/admin/openshelf/publications/${id}`);

describe('GET /api/admin/openshelf/publications/{id}', () => {
  it('returns every field of a publication', async () => {
    const now = test.clock.now();
    const id = await createPublication(test, {
      slug: 'tides',
      title: 'Tides of the Hokianga',
      authorName: 'Ngaire Williams',
      authorBio: 'Grew up in Rāwene.',
      authorContact: 'ngaire@example.com',
      description: 'A harbour.',
      categoryId: 2,
      subcategoryId: 16,
      status: 'PUBLISHED',
      versionNumber: 2,
      shelfVersion: 2,
      submittedAt: now - HOUR,
      decidedAt: now,
      aiDecision: 'approved',
      aiConfidence: 0.91,
      aiComments: 'Careful.',
      htmlUrl: 'https://example.com/tides.html',
      queuedAt: now - HOUR,
      publishedAt: now,
      createdAt: now - 2 * HOUR,
    });
    const { status, body } = await get(id);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id,
      title: 'Tides of the Hokianga',
      author_name: 'Ngaire Williams',
      author_bio: 'Grew up in Rāwene.',
      author_contact: 'ngaire@example.com',
      description: 'A harbour.',
      category: 'Non-Fiction',
      subcategory: 'History',
      status: 'PUBLISHED',
      changes_requested: false,
      submitted_at: '2026-11-20T23:00:00.000Z',
      version_number: 2,
      ai_decision: 'approved',
      ai_comments: 'Careful.',
      ai_confidence_score: 0.91,
      html_url: 'https://example.com/tides.html',
      pdf_url: null,
      md_url: null,
      epub_url: null,
      created_at: '2026-11-20T22:00:00.000Z',
      updated_at: '2026-11-21T00:00:00.000Z',
      queued_at: '2026-11-20T23:00:00.000Z',
      decided_at: '2026-11-21T00:00:00.000Z',
      published_at: '2026-11-21T00:00:00.000Z',
      shelf_version: 2,
      shelf_url: '/openshelf/tides',
      is_appeal: false,
      claim: null,
      history: [],
      versions: [{ number: 2, created_at: '2026-11-20T22:00:00.000Z', submitted_at: '2026-11-20T23:00:00.000Z' }],
      last_decided_version: null,
      queue: null,
      appeal_until: null,
      is_final: false,
      is_appeal_over: false,
      decision_blocked: null,
    });
  });

  it('returns its history oldest first, with names of reviewers and labels of reasons', async () => {
    const id = await createPublication(test, { versionNumber: 2 });
    const gone = await createApiCaller(test);
    const nameless = await createApiCaller(test);
    await write(test.db, [
      test.db.orm.delete(users).where(eq(users.id, gone.id)),
      test.db.orm
        .update(users)
        .set({ firstName: null, lastName: null, email: 'mei@example.com' })
        .where(eq(users.id, nameless.id)),
    ]);
    await recordHistory(test, [
      { publicationId: id, move: 'create', actor: 'service', toStatus: 'DRAFT' },
      {
        publicationId: id,
        move: 'request_changes',
        fromStatus: 'ADMIN_REVIEWING',
        toStatus: 'REJECTED',
        userId: admin.id,
        comments: 'Add a source.',
        reasonIds: [3, 1, 99],
        aiDecision: 'approved',
        aiConfidence: 0.5,
      },
      { publicationId: id, move: 'approve', userId: gone.id, isUndone: true },
      { publicationId: id, move: 'approve', userId: nameless.id },
    ]);
    const { history } = (await get(id)).body.data;
    expect(history[0]).toMatchObject({ move: 'create', from_status: null, actor: 'service', user: null, reasons: [] });
    expect(history[1]).toEqual({
      id: expect.any(Number),
      move: 'request_changes',
      from_status: 'ADMIN_REVIEWING',
      to_status: 'REJECTED',
      version_number: 1,
      actor: 'reviewer',
      user: { id: admin.id, name: 'Mere Tane' },
      comments: 'Add a source.',
      reasons: ['Personal data', 'Advice, no source'],
      ai_decision: 'approved',
      ai_confidence_score: 0.5,
      is_undone: false,
      at: '2026-11-21T00:00:00.000Z',
    });
    expect(history[2]).toMatchObject({ is_undone: true, user: { id: gone.id, name: `Deleted user ${gone.id}` } });
    expect(history[3].user.name).toBe(`User ${nameless.id}`);
  });

  it('names the latest earlier version that a reviewer decided on, undone decisions aside', async () => {
    const now = test.clock.now();
    const id = await createPublication(test, { versionNumber: 4 });
    const version = { title: 'Earlier', authorName: 'Imogen Hart', description: 'Text', categoryId: 1, createdAt: now };
    await write(test.db, [
      test.db.orm
        .insert(publicationVersions)
        .values([1, 3, 2].map((number) => ({ ...version, publicationId: id, number }))),
    ]);
    const getLast = async () => (await get(id)).body.data.last_decided_version;
    await recordHistory(test, [
      { publicationId: id, move: 'ai_reject', versionNumber: 1 },
      { publicationId: id, move: 'approve', versionNumber: 3, isUndone: true },
      { publicationId: id, move: 'reject', versionNumber: 4 },
    ]);
    expect(await getLast()).toBeNull();
    await recordHistory(test, [
      { publicationId: id, move: 'request_changes', versionNumber: 2 },
      { publicationId: id, move: 'approve', versionNumber: 1 },
    ]);
    expect(await getLast()).toBe(2);
    const { versions } = (await get(id)).body.data;
    expect(versions.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1]);
  });

  it('says where it is in the queue, and what comes before and after it', async () => {
    const now = test.clock.now();
    await write(test.db, ["UPDATE publications SET status = 'APPROVED' WHERE status = 'ADMIN_REVIEWING'"]);
    const second = await createPublication(test, { queuedAt: now - HOUR });
    const third = await createPublication(test, { queuedAt: now - HOUR });
    const first = await createPublication(test, { queuedAt: now - 2 * HOUR });
    await createPublication(test, { queuedAt: now - 3 * HOUR, status: 'REJECTED' });
    const getQueue = async (id: number) => (await get(id)).body.data.queue;
    expect(await getQueue(first)).toEqual({ position: 1, total: 3, previous_id: null, next_id: second });
    expect(await getQueue(second)).toEqual({ position: 2, total: 3, previous_id: first, next_id: third });
    expect(await getQueue(third)).toEqual({ position: 3, total: 3, previous_id: second, next_id: null });
  });

  it('answers 404 for a publication that doesn’t exist', async () => {
    const { status, body } = await get(999_999);
    expect({ status, error: body.error }).toEqual({
      status: 404,
      error: 'The requested publication could not be found.',
    });
  });

  it.each(['0', '-1', '1.5', 'abc', "1'--", '99999999999999999999'])('refuses the id %s', async (id) => {
    const { status, body } = await get(encodeURIComponent(id));
    expect(status).toBe(400);
    expect(body.issues[0].message).toBe('‘id’ must be a positive whole number.');
  });
});
