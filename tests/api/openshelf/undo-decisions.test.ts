import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { selectRows } from '../../support/app/waiting-list.ts';
import { createPublication, createPublications } from '../../support/app/publications.ts';

const OPENSHELF = '/api/admin/openshelf';
const TOO_LATE = 'It’s too late to undo this.';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const decide = async (id: number, act: string, body: unknown = {}, caller = admin) =>
  (await caller.call('POST', `${OPENSHELF}/reviews/${id}/${act}`, body)).body.undo.id as string;
const decideMany = async (ids: number[], action: string) =>
  (
    await admin.call('POST', `${OPENSHELF}/publications/bulk-action`, {
      publicationIds: ids,
      action,
      comments: 'No.',
    })
  ).body.undo.id as string;
const undo = (id: string, caller = admin) => caller.call('POST', '/api/admin/undo', { ids: [id] });
const listRows = () => selectRows(test, 'SELECT * FROM publications ORDER BY id');
const listMoves = () =>
  selectRows(
    test,
    'SELECT publication_id, move, from_status, to_status, is_undone FROM publication_history ORDER BY id',
  );
const countWebhooks = async () => (await selectRows(test, 'SELECT id FROM openshelf_webhooks')).length;
const listUndoAudits = () =>
  selectRows(
    test,
    "SELECT actor_id, subject, detail, before, after FROM audit_log WHERE action = 'publication.decision_undone'",
  );

describe('undoing a decision', () => {
  it.each(['approve', 'reject', 'request-changes'])(
    'takes %s back: the row is as before, nothing is sent',
    async (act) => {
      await createPublication(test, {
        queuedAt: test.clock.now() - 86_400_000,
        decidedAt: 5,
        decidedBy: 77,
        excludedReviewerId: 77,
        areChangesRequested: true,
      });
      const before = await listRows();
      test.clock.advance(3_000);
      const undoId = await decide(1, act, act === 'approve' ? {} : { comments: 'No.' });
      const decided = await listRows();
      expect(decided[0]).toMatchObject({ excluded_reviewer_id: null, decided_by: admin.id });
      test.clock.advance(1_000);
      expect(await undo(undoId)).toEqual({
        status: 200,
        body: { message: 'Undone. 1 publication is waiting for a review again.', restored: 1, skipped: [], left: 0 },
      });
      expect(await listRows()).toEqual([{ ...before[0], updated_at: test.clock.now() }]);
      expect(await countWebhooks()).toBe(0);
      const to_status = decided[0]?.status;
      expect(await listMoves()).toEqual([
        { publication_id: 1, move: act.replace('-', '_'), from_status: 'ADMIN_REVIEWING', to_status, is_undone: 1 },
        { publication_id: 1, move: 'undo', from_status: to_status, to_status: 'ADMIN_REVIEWING', is_undone: 0 },
      ]);
      expect(await listUndoAudits()).toEqual([
        {
          actor_id: admin.id,
          subject: 'publication:1',
          detail: null,
          before: JSON.stringify({ status: to_status }),
          after: '{"status":"ADMIN_REVIEWING"}',
        },
      ]);
    },
  );

  it('works until 9,999 ms after the decision, not at 10,000', async () => {
    await createPublications(test, 2);
    const [first, second] = [await decide(1, 'approve'), await decide(2, 'approve')];
    test.clock.advance(9_999);
    expect((await undo(first)).status).toBe(200);
    test.clock.advance(1);
    const { status, body } = await undo(second);
    expect([status, body.message]).toEqual([409, TOO_LATE]);
    expect((await listRows()).map((row) => row.status)).toEqual(['ADMIN_REVIEWING', 'APPROVED']);
    expect(await countWebhooks()).toBe(1);
  });

  it('is refused a second time, and to another admin', async () => {
    await createPublication(test);
    const undoId = await decide(1, 'approve');
    const other = await createApiCaller(test);
    const answer = async (id: string, caller = admin) => {
      const { status, body } = await undo(id, caller);
      return [status, body.message];
    };
    expect(await answer(undoId, other)).toEqual([404, 'There is nothing to undo.']);
    expect(await answer('nothing')).toEqual([404, 'There is nothing to undo.']);
    expect((await undo(undoId)).status).toBe(200);
    expect(await answer(undoId)).toEqual([409, 'This has already been undone.']);
  });

  it('puts those of a bulk action back that have not moved on', async () => {
    const ids = await createPublications(test, 5);
    const undoId = await decideMany(ids, 'reject');
    // Withdrawn by its author, a webhook that left, and one that was decided again.
    await test.db.client.execute("UPDATE publications SET status = 'WITHDRAWN', undo_id = NULL WHERE id = 1");
    await test.db.client.execute("UPDATE openshelf_webhooks SET status = 'delivered' WHERE publication_id = 2");
    await test.db.client.execute("UPDATE publications SET undo_id = 'later' WHERE id = 5");
    expect(await undo(undoId)).toEqual({
      status: 200,
      body: {
        message: 'Undone. 2 publications are waiting for a review again. 3 were changed in the meantime.',
        restored: 2,
        skipped: [],
        left: 3,
      },
    });
    const rows = await listRows();
    expect(rows.map(({ status }) => status)).toEqual([
      'WITHDRAWN',
      'REJECTED',
      'ADMIN_REVIEWING',
      'ADMIN_REVIEWING',
      'REJECTED',
    ]);
    expect(rows.map(({ decided_by }) => decided_by)).toEqual([admin.id, admin.id, null, null, admin.id]);
    expect(await countWebhooks()).toBe(3);
    const undone = (await listMoves()).filter(({ is_undone }) => is_undone === 1);
    expect(undone.map(({ publication_id }) => publication_id)).toEqual([3, 4]);
    expect(await listUndoAudits()).toMatchObject([{ subject: 'publications', detail: '{"ids":[3,4]}' }]);
  });

  it('is refused when all have moved on, and changes nothing', async () => {
    await createPublication(test);
    const undoId = await decide(1, 'approve');
    await test.db.client.execute("UPDATE publications SET status = 'WITHDRAWN', undo_id = NULL");
    const { status, body } = await undo(undoId);
    expect([status, body.message]).toEqual([409, 'This can’t be undone: it was changed in the meantime.']);
    expect((await listMoves()).filter(({ is_undone }) => is_undone === 1)).toEqual([]);
    expect(await countWebhooks()).toBe(1);
    expect(await listUndoAudits()).toEqual([]);
  });

  it('lets the next decision count, not the one that was undone', async () => {
    await createPublication(test);
    await undo(await decide(1, 'approve'));
    const undoId = await decide(1, 'reject', { comments: 'No.' });
    expect(await listRows()).toMatchObject([{ status: 'REJECTED', undo_id: undoId }]);
    expect(await selectRows(test, 'SELECT type FROM openshelf_webhooks')).toEqual([{ type: 'publication.rejected' }]);
  });
});
