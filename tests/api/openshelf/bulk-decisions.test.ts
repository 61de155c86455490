import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicationStatuses } from '#api/domain/publication-states.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication, createPublications } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { selectRows } from '../../support/app/waiting-list.ts';

const BULK = '/api/admin/openshelf/publications/bulk-action';
const NOT_WAITING = 'Only a publication in ADMIN_REVIEWING can be approved or rejected. Reload the page.';
const NOT_FOUND = 'The requested publication could not be found.';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const send = (publicationIds: unknown, action = 'approve', comments: unknown = '', caller = admin) =>
  caller.call('POST', BULK, { publicationIds, action, comments });
const listRows = (table: string) => selectRows(test, `SELECT * FROM ${table} ORDER BY id`);
const listStatuses = async () => (await listRows('publications')).map(({ status }) => status);

describe('POST /publications/bulk-action', () => {
  it('approves all, with a move and a webhook for each, and one audit row and one undo for the act', async () => {
    const ids = await createPublications(test, 12);
    const { status, body } = await send([...ids, ...ids]);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        message: 'Approved 12 publications.',
        data: { updated: 12, skipped: [] },
        undo: { id: expect.any(String), until: new Date(test.clock.now() + 10_000).toISOString() },
      },
    });
    expect(new Set(await listStatuses())).toEqual(new Set(['APPROVED']));
    const history = await listRows('publication_history');
    expect(history.map(({ publication_id, move, comments }) => [publication_id, move, comments])).toEqual(
      ids.map((id) => [id, 'approve', null]),
    );
    const webhooks = await listRows('openshelf_webhooks');
    expect(webhooks.map(({ publication_id }) => publication_id)).toEqual(ids);
    expect(new Set(webhooks.map(({ event_id }) => event_id)).size).toBe(12);
    expect(await selectRows(test, "SELECT subject, detail FROM audit_log WHERE action LIKE 'publication.%'")).toEqual([
      { subject: 'publications', detail: JSON.stringify({ ids }) },
    ]);
    expect(await selectRows(test, 'SELECT id FROM undo_actions')).toEqual([{ id: body.undo.id }]);
  });

  it('rejects with the comments', async () => {
    await createPublications(test, 2);
    const { body } = await send([1, 2], 'reject', 'Bulk rejection via admin panel');
    expect(body.message).toBe('Rejected 2 publications.');
    const history = await listRows('publication_history');
    expect(history.map(({ comments }) => comments)).toEqual(Array(2).fill('Bulk rejection via admin panel'));
  });

  it('stores the reasons of a rejection with each, and sends them', async () => {
    await createPublications(test, 2);
    const body = { publicationIds: [1, 2], action: 'reject', comments: ' Add sources. ', reason_ids: [2, 1, 2] };
    expect((await admin.call('POST', BULK, body)).body.message).toBe('Rejected 2 publications.');
    const history = await listRows('publication_history');
    expect(history.map(({ comments, reason_ids: reasonIds }) => [comments, reasonIds])).toEqual(
      Array(2).fill(['Add sources.', '[2,1]']),
    );
    const webhooks = await listRows('openshelf_webhooks');
    expect(webhooks.map(({ payload }) => JSON.parse(String(payload)).data.reasons)).toEqual(
      Array(2).fill(['Advice, no source', 'Rights not clear']),
    );
  });

  it.each([
    ['that does not exist', [1, 99], 'This reason no longer exists. Choose another.'],
    ['that is no id', ['one'], 'Choose a reason.'],
    ['in no list', 1, 'Choose reasons from the list.'],
    ['beyond the 20th', Array.from({ length: 21 }, (_, index) => index + 1), 'Choose up to 20 reasons.'],
  ])('refuses a reason %s, and writes nothing', async (_name, reasonIds, message) => {
    await createPublications(test, 2);
    const body = { publicationIds: [1, 2], action: 'reject', comments: 'No.', reason_ids: reasonIds };
    const refused = await admin.call('POST', BULK, body);
    expect([refused.status, refused.body.issues[0].message]).toEqual([400, message]);
    expect(await listRows('publication_history')).toEqual([]);
  });

  it('skips those in any other status and those that do not exist, with the reason', async () => {
    for (const status of publicationStatuses) await createPublication(test, { status });
    const { status, body } = await send([...publicationStatuses.keys()].map((index) => index + 1));
    expect([status, body.message]).toEqual([
      200,
      'Approved 1 publication. 9 were skipped because they are no longer waiting.',
    ]);
    expect(body.data).toEqual({
      updated: 1,
      skipped: [1, 2, 3, 4, 5, 7, 8, 9, 10].map((id) => ({ id, reason: NOT_WAITING })),
    });
    const expected = publicationStatuses.map((name) => (name === 'ADMIN_REVIEWING' ? 'APPROVED' : name));
    expect(await listStatuses()).toEqual(expected);

    const id = await createPublication(test);
    const second = await send([id, 99]);
    expect(second.body).toMatchObject({
      message: 'Approved 1 publication. 1 was skipped.',
      data: { updated: 1, skipped: [{ id: 99, reason: NOT_FOUND }] },
    });
  });

  it('names who decided on a skipped one, and skips nothing that another reviewer has open', async () => {
    const tom = await createApiCaller(test);
    await createPublications(test, 2);
    await tom.call('POST', '/api/admin/openshelf/reviews/1/claim');
    await tom.call('POST', '/api/admin/openshelf/reviews/2/approve', {});
    test.clock.advance(20_000);
    const { body } = await send([1, 2], 'reject', 'No.');
    expect(body).toMatchObject({
      message: 'Rejected 1 publication. 1 was skipped because it is no longer waiting.',
      data: { updated: 1, skipped: [{ id: 2, reason: 'Mere Tane approved this 20 s ago.' }] },
    });
  });

  it('answers 409 when nothing waits, and writes nothing', async () => {
    await createPublications(test, 2, { status: 'PUBLISHED' });
    for (const ids of [[1, 2], [99], [1, 99]]) {
      const { status, body } = await send(ids);
      expect([status, body.message]).toEqual([409, ids.length === 1 ? NOT_FOUND : NOT_WAITING]);
    }
    for (const table of ['publication_history', 'openshelf_webhooks', 'undo_actions']) {
      expect(await listRows(table)).toEqual([]);
    }
    expect(await selectRows(test, "SELECT id FROM audit_log WHERE action LIKE 'publication.%'")).toEqual([]);
  });

  it.each([
    ['nothing', [], 'approve', '', 'Select at least one publication.'],
    [
      '501',
      Array.from({ length: 501 }, (_, index) => index + 1),
      'approve',
      '',
      'Select up to 500 publications at a time.',
    ],
    ['no list', 'all', 'approve', '', 'Select at least one publication.'],
    ['no number', ['1'], 'approve', '', '‘publicationIds’ must be a list of publication ids.'],
    ['an unknown action', [1], 'publish', '', 'Choose Approve or Reject.'],
    ['a rejection without comments', [1], 'reject', '', 'Comments are required for rejection'],
    ['a rejection with empty comments', [1], 'reject', ' \n', 'Comments are required for rejection'],
    ['a rejection with null', [1], 'reject', null, 'Comments are required for rejection'],
  ])('refuses %s', async (_name, ids, action, comments, message) => {
    await createPublication(test);
    const { status, body } = await send(ids, action, comments);
    expect([status, body.issues[0].message]).toEqual([400, message]);
    expect(await listStatuses()).toEqual(['ADMIN_REVIEWING']);
  });

  it('approves with null or without comments', async () => {
    await createPublications(test, 2);
    expect((await send([1], 'approve', null)).status).toBe(200);
    expect((await admin.call('POST', BULK, { publicationIds: [2], action: 'approve' })).status).toBe(200);
  });

  it('of two at once on the same publications, one decides all', async () => {
    const ids = await createPublications(test, 40);
    const tom = await createApiCaller(test);
    const answers = await Promise.all([send(ids), send(ids.toReversed(), 'reject', 'No.', tom)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner] = answers.filter(({ status }) => status === 200);
    expect(winner?.body.data).toEqual({ updated: 40, skipped: [] });
    expect(new Set(await listStatuses()).size).toBe(1);
    expect(await listRows('openshelf_webhooks')).toHaveLength(40);
  });

  it('of two at once that overlap, each publication is decided once, and each act names its own', async () => {
    const ids = await createPublications(test, 60);
    const tom = await createApiCaller(test);
    const [first, second] = await Promise.all([send(ids.slice(0, 40)), send(ids.slice(20), 'reject', 'No.', tom)]);
    expect(first.body.data.updated + second.body.data.updated).toBe(60);
    const counts = await selectRows(
      test,
      'SELECT publication_id, count(*) AS count FROM publication_history GROUP BY publication_id',
    );
    expect(counts.map(({ count }) => count)).toEqual(Array(60).fill(1));
    for (const { body } of [first, second]) {
      const requested = body === first.body ? ids.slice(0, 40) : ids.slice(20);
      const skipped = body.data.skipped.map(({ id }: { id: number }) => id);
      const decided = await selectRows(
        test,
        `SELECT id FROM publications WHERE undo_id = '${body.undo.id}' ORDER BY id`,
      );
      expect(decided.map(({ id }) => id)).toEqual(requested.filter((id) => !skipped.includes(id)));
    }
  });
});
