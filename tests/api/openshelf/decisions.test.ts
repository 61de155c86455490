import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DECISION_UNDO_WINDOW_MS } from '#api/domain/publication-states.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { selectRows } from '../../support/app/waiting-list.ts';
import { createPublication } from '../../support/app/publications.ts';

const REVIEWS = '/api/admin/openshelf/reviews';
const NOT_WAITING = 'Only a publication in ADMIN_REVIEWING can be approved or rejected. Reload the page.';

let test: TestApp;
let admin: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createApiCaller(test);
});
afterEach(() => test.close());

const decide = (id: number, act: string, body: unknown = {}, caller = admin) =>
  caller.call('POST', `${REVIEWS}/${id}/${act}`, body);
const findRow = async (id: number) => (await selectRows(test, `SELECT * FROM publications WHERE id = ${id}`))[0];
const listHistory = (id: number) =>
  selectRows(test, `SELECT * FROM publication_history WHERE publication_id = ${id} ORDER BY id`);
const listWebhooks = () => selectRows(test, 'SELECT * FROM openshelf_webhooks ORDER BY id');
const listAudits = () =>
  selectRows(
    test,
    "SELECT action, actor_id, subject, detail, before, after FROM audit_log WHERE action LIKE 'publication.%'",
  );

describe('POST /reviews/:id/approve, /reject, /request-changes', () => {
  it('approves: status, history, audit row, and a webhook that waits for the end of the undo', async () => {
    const id = await createPublication(test);
    await decide(id, 'claim');
    const { status, body } = await decide(id, 'approve');
    const until = test.clock.now() + DECISION_UNDO_WINDOW_MS;
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        message: 'Publication approved successfully',
        data: { id, status: 'APPROVED', changes_requested: false, claim: null },
        undo: { id: expect.any(String), until: new Date(until).toISOString() },
      },
    });
    expect(await findRow(id)).toMatchObject({
      decided_by: admin.id,
      decided_at: test.clock.now(),
      shelf_version: null,
    });
    expect(await listHistory(id)).toMatchObject([
      { move: 'approve', from_status: 'ADMIN_REVIEWING', to_status: 'APPROVED', user_id: admin.id, comments: null },
    ]);
    expect(await listAudits()).toEqual([
      {
        action: 'publication.approved',
        actor_id: admin.id,
        subject: `publication:${id}`,
        detail: null,
        before: '{"status":"ADMIN_REVIEWING"}',
        after: '{"status":"APPROVED"}',
      },
    ]);
    const [webhook, ...others] = await listWebhooks();
    expect(others).toEqual([]);
    expect(webhook).toMatchObject({ type: 'publication.approved', next_attempt_at: until, undo_id: body.undo.id });
    expect(JSON.parse(String(webhook?.payload))).toMatchObject({ data: { publication_id: id, status: 'APPROVED' } });
  });

  it.each([
    { act: 'reject', message: 'Publication rejected successfully', type: 'publication.rejected', isChange: false },
    {
      act: 'request-changes',
      message: 'Changes requested successfully',
      type: 'publication.changes_requested',
      isChange: true,
    },
  ])('$act stores comments and reasons, and sends them', async ({ act, message, type, isChange }) => {
    const id = await createPublication(test, { aiDecision: 'approved' });
    const { status, body } = await decide(id, act, { comments: ' Add sources. ', reason_ids: [2, 1, 2] });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { message, data: { status: 'REJECTED', changes_requested: isChange } },
    });
    const move = act.replace('-', '_');
    expect(await listHistory(id)).toMatchObject([
      {
        move,
        to_status: 'REJECTED',
        comments: 'Add sources.',
        reason_ids: '[2,1]',
        ai_decision: 'approved',
        category_id: 1,
      },
    ]);
    const [webhook] = await listWebhooks();
    expect(webhook?.type).toBe(type);
    expect(JSON.parse(String(webhook?.payload)).data).toMatchObject({
      comments: 'Add sources.',
      changes_requested: isChange,
      reasons: ['Advice, no source', 'Rights not clear'],
    });
  });

  it.each(['reject', 'request-changes'])('%s needs comments', async (act) => {
    const id = await createPublication(test);
    for (const body of [{}, { comments: '' }, { comments: ' \n ' }, { comments: null }]) {
      const refused = await decide(id, act, body);
      expect([refused.status, refused.body.issues?.[0]?.message ?? refused.body.message]).toEqual([
        400,
        'Comments are required for rejection',
      ]);
    }
    expect(await listHistory(id)).toEqual([]);
  });

  it('refuses a reason that does not exist', async () => {
    const id = await createPublication(test);
    const refused = await decide(id, 'reject', { comments: 'No.', reason_ids: [1, 99] });
    expect(refused.status).toBe(400);
    expect(refused.body.issues).toEqual([
      { path: 'reason_ids', message: 'This reason no longer exists. Choose another.' },
    ]);
    expect(await listHistory(id)).toEqual([]);
  });

  it('answers 404 for no such publication', async () => {
    const { status, body } = await decide(99, 'approve');
    expect([status, body.message]).toEqual([404, 'The requested publication could not be found.']);
  });

  it('answers 409 to the second decision of the same reviewer', async () => {
    const id = await createPublication(test);
    await decide(id, 'approve');
    const { status, body } = await decide(id, 'reject', { comments: 'No.' });
    expect([status, body.message]).toEqual([409, NOT_WAITING]);
    expect(await listHistory(id)).toHaveLength(1);
    expect(await listWebhooks()).toHaveLength(1);
  });
});
