import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { selectRows } from '../../support/app/waiting-list.ts';

const OPENSHELF = '/api/admin/openshelf';
const NOT_WAITING = 'Only a publication in ADMIN_REVIEWING can be approved or rejected. Reload the page.';
const APPEALED = 'You rejected this before. Another reviewer decides on the appeal.';

let test: TestApp;
let mere: ApiCaller;
let tom: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  [mere, tom] = [await createApiCaller(test), await createApiCaller(test)];
  await test.db.client.execute({
    sql: "UPDATE users SET first_name = 'Tom', last_name = 'Whitaker' WHERE id = ?",
    args: [tom.id],
  });
});
afterEach(() => test.close());

const decide = async (caller: ApiCaller, act = 'approve', id = 1) => {
  const comments = act === 'approve' ? undefined : 'No.';
  const { status, body } = await caller.call('POST', `${OPENSHELF}/reviews/${id}/${act}`, { comments });
  return [status, body.message];
};
const findRow = async () => (await selectRows(test, 'SELECT * FROM publications'))[0];

describe('a decision that comes too late', () => {
  it.each([
    ['approve', 20_000, 'Tom Whitaker approved this 20 s ago. Nothing of yours was sent.'],
    ['approve', 0, 'Tom Whitaker approved this 1 s ago. Nothing of yours was sent.'],
    ['reject', 59_000, 'Tom Whitaker rejected this 59 s ago. Nothing of yours was sent.'],
    ['request-changes', 300_000, 'Tom Whitaker asked for changes to this 5 min ago. Nothing of yours was sent.'],
    ['approve', 3_600_001, NOT_WAITING],
  ])('after %s %d ms before: who and what', async (act, age, message) => {
    await createPublication(test);
    await decide(tom, act);
    test.clock.advance(age);
    expect(await decide(mere, 'reject')).toEqual([409, message]);
    expect(await selectRows(test, 'SELECT id FROM publication_history')).toHaveLength(1);
    expect(await selectRows(test, 'SELECT id FROM openshelf_webhooks')).toHaveLength(1);
  });

  it('is explained in general when the reviewer was deleted since, or the work is published', async () => {
    await createPublication(test, { status: 'APPROVED', decidedBy: 4711, decidedAt: test.clock.now() });
    expect(await decide(mere)).toEqual([409, NOT_WAITING]);
    await createPublication(test, { status: 'PUBLISHED', decidedBy: tom.id, decidedAt: test.clock.now() });
    expect(await decide(mere, 'approve', 2)).toEqual([409, NOT_WAITING]);
  });
});

describe('an appeal', () => {
  const appeal = () => createPublication(test, { excludedReviewerId: mere.id, decidedBy: mere.id });

  it.each(['approve', 'reject', 'request-changes'])('is not for the earlier decider: %s', async (act) => {
    await appeal();
    const before = await findRow();
    expect(await decide(mere, act)).toEqual([409, APPEALED]);
    expect(await findRow()).toEqual(before);
    expect((await decide(tom, act))[0]).toBe(200);
    expect(await findRow()).toMatchObject({ excluded_reviewer_id: null, decided_by: tom.id });
  });

  it('is skipped in a bulk action, or refuses it', async () => {
    await appeal();
    await createPublication(test);
    const send = (publicationIds: number[]) =>
      mere.call('POST', `${OPENSHELF}/publications/bulk-action`, { publicationIds, action: 'approve' });
    expect(await send([1])).toMatchObject({ status: 409, body: { message: APPEALED } });
    expect((await send([1, 2])).body).toMatchObject({
      message: 'Approved 1 publication. 1 was skipped.',
      data: { updated: 1, skipped: [{ id: 1, reason: APPEALED }] },
    });
  });

  it('the detail says so, to that reviewer alone', async () => {
    await appeal();
    const findBlock = async (caller: ApiCaller) =>
      (await caller.call('GET', `${OPENSHELF}/publications/1`)).body.data.decision_blocked;
    expect([await findBlock(mere), await findBlock(tom)]).toEqual([APPEALED, null]);
    await decide(tom);
    expect(await findBlock(mere)).toBe(null);
  });

  it.each([
    ['is a user', "role = 'user'"],
    ['is blacklisted', 'is_blacklisted = 1'],
    ['is being deleted', 'delete_after = 1'],
  ])('is for the earlier decider when the only other admin %s', async (_name, change) => {
    await appeal();
    await test.db.client.execute(`UPDATE users SET ${change} WHERE id = ${tom.id}`);
    const { body } = await mere.call('GET', `${OPENSHELF}/publications/1`);
    expect(body.data.decision_blocked).toBe(null);
    expect((await decide(mere))[0]).toBe(200);
  });

  it('is for another admin whose blacklisting has ended', async () => {
    await appeal();
    await test.db.client.execute({
      sql: 'UPDATE users SET is_blacklisted = 1, blacklisted_until = ? WHERE id = ?',
      args: [test.clock.now(), tom.id],
    });
    expect(await decide(mere)).toEqual([409, APPEALED]);
  });
});

describe('POST /publications/:id/open-review', () => {
  const open = (id = 1) => mere.call('POST', `${OPENSHELF}/publications/${id}/open-review`);

  it.each(['AI_REJECTED', 'AI_APPROVED'] as const)('puts %s at the end of the queue', async (status) => {
    await createPublication(test, { status, queuedAt: 5 });
    test.clock.advance(1_000);
    const { body } = await open();
    expect(body).toMatchObject({
      message: 'The publication is waiting for a review now.',
      data: { status: 'ADMIN_REVIEWING', queued_at: new Date(test.clock.now()).toISOString() },
    });
    expect(await selectRows(test, 'SELECT move, actor, user_id, from_status FROM publication_history')).toEqual([
      { move: 'open_review', actor: 'reviewer', user_id: mere.id, from_status: status },
    ]);
    expect((await decide(tom))[0]).toBe(200);
  });

  it('answers 404 for no such publication, and 409 to the second of two', async () => {
    expect((await open(9)).body.message).toBe('The requested publication could not be found.');
    await createPublication(test, { status: 'AI_REJECTED' });
    const answers = await Promise.all([open(), open()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await selectRows(test, "SELECT id FROM audit_log WHERE action = 'publication.review_opened'")).toHaveLength(
      1,
    );
  });
});
