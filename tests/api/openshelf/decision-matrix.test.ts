import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  canMove,
  moveRules,
  type PublicationMove,
  type PublicationStatus,
  publicationMoves,
  publicationStatuses,
  type ReviewDecision,
} from '#api/domain/publication-states.ts';
import { createPublication } from '../../support/app/publications.ts';
import { createTestApp, TEST_SERVICE_KEY, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toRequestInit } from '../../support/app/users.ts';
import { selectRows } from '../../support/app/waiting-list.ts';

const OPENSHELF = '/api/admin/openshelf';
const TABLES = ['publications', 'publication_history', 'openshelf_webhooks', 'undo_actions', 'audit_log'];
const COMMENTS = { comments: 'No.' };

type Call = { method: string; path: string; body?: unknown };
type Endpoint = {
  /** The move that it makes; null when it only reserves. */
  move: PublicationMove | null;
  /** `undoId`: of the decision that made the status. */
  toCall: (id: number, undoId: string) => Call;
};

const decide = (decision: ReviewDecision, body: unknown): Endpoint => ({
  move: decision,
  toCall: (id) => ({ method: 'POST', path: `/reviews/${id}/${decision.replace('_', '-')}`, body }),
});
const decideMany = (action: 'approve' | 'reject'): Endpoint => ({
  move: action,
  toCall: (id) => ({
    method: 'POST',
    path: '/publications/bulk-action',
    body: { publicationIds: [id], action, ...COMMENTS },
  }),
});

const UNDO_PATH = '/api/admin/undo';

/** Every call of the back office that changes a publication. */
const ENDPOINTS: Record<string, Endpoint> = {
  approve: decide('approve', {}),
  reject: decide('reject', COMMENTS),
  'request changes': decide('request_changes', COMMENTS),
  'approve many': decideMany('approve'),
  'reject many': decideMany('reject'),
  undo: { move: 'undo', toCall: (_id, undoId) => ({ method: 'POST', path: UNDO_PATH, body: { ids: [undoId] } }) },
  'open review': {
    move: 'open_review',
    toCall: (id) => ({ method: 'POST', path: `/publications/${id}/open-review` }),
  },
  claim: { move: null, toCall: (id) => ({ method: 'POST', path: `/reviews/${id}/claim` }) },
};

/** What each caller without the permission gets. */
const REFUSED = { anonymous: 401, user: 403, blacklisted: 403, 'service key': 401 };
/** The route of undos is open to everybody for their own actions; a user has none. */
const REFUSED_UNDO = { ...REFUSED, user: 404 };

let test: TestApp;
let adminId: number;
const tokens = new Map<string, string>([['service key', TEST_SERVICE_KEY]]);
beforeAll(async () => {
  test = await createTestApp();
  const admin = await createUser(test, { role: 'admin' });
  adminId = admin.id;
  tokens.set('admin', await createTestSession(test, admin));
  tokens.set('user', await createTestSession(test, await createUser(test)));
  tokens.set('blacklisted', await createTestSession(test, await createUser(test, { isBlacklisted: true })));
});
afterAll(() => test.close());

const readRows = () => Promise.all(TABLES.map((table) => selectRows(test, `SELECT * FROM ${table}`)));
const findStatus = async (id: number) =>
  (await selectRows(test, `SELECT status FROM publications WHERE id = ${id}`))[0]?.status;

/** A publication in the status, as a decision of the admin left it that can still be undone, and the id of the decision. */
async function prepare(status: PublicationStatus): Promise<{ id: number; undoId: string }> {
  const undoId = crypto.randomUUID();
  const id = await createPublication(test, { status, undoId });
  const [now, until] = [test.clock.now(), test.clock.now() + 10_000];
  const snapshot = JSON.stringify({ decision: 'approve', publications: [{ id, are_changes_requested: 0 }] });
  await test.db.client.batch([
    {
      sql: 'INSERT INTO undo_actions (id, kind, actor_id, created_at, undo_until, snapshot) VALUES (?, ?, ?, ?, ?, ?)',
      args: [undoId, 'publication.decided', adminId, now, until, snapshot],
    },
    {
      sql: `INSERT INTO publication_history (publication_id, version_number, move, to_status, actor, undo_id, at)
        VALUES (?, 1, 'approve', 'APPROVED', 'reviewer', ?, ?)`,
      args: [id, undoId, now],
    },
    {
      sql: `INSERT INTO openshelf_webhooks (event_id, type, publication_id, payload, next_attempt_at, undo_id, created_at)
        VALUES (?, 'publication.approved', ?, '{}', ?, ?, ?)`,
      args: [`evt_${id}`, id, until, undoId, now],
    },
  ]);
  return { id, undoId };
}

async function send({ method, path, body }: Call, caller: string): Promise<number> {
  const token = tokens.get(caller);
  const init = toRequestInit(token ?? '', method, body);
  if (token === undefined) delete (init.headers as Record<string, string>).Authorization;
  return (await test.app.request(path === UNDO_PATH ? path : `${OPENSHELF}${path}`, init)).status;
}

describe('T27 every call on a publication, in every status', () => {
  it('covers every move of a reviewer', () => {
    const moves = publicationMoves.filter((move) => moveRules[move].actor === 'reviewer');
    expect(new Set(Object.values(ENDPOINTS).flatMap(({ move }) => move ?? []))).toEqual(new Set(moves));
  });

  const cases = Object.keys(ENDPOINTS).flatMap((name) => publicationStatuses.map((status) => ({ name, status })));

  it.each(cases)(
    '$name in $status changes what the state machine allows, and for nobody else anything',
    async (one) => {
      const { move, toCall } = ENDPOINTS[one.name] as Endpoint;
      const { id, undoId } = await prepare(one.status);
      const call = toCall(id, undoId);
      const before = await readRows();
      for (const [caller, status] of Object.entries(move === 'undo' ? REFUSED_UNDO : REFUSED))
        expect([caller, await send(call, caller)]).toEqual([caller, status]);
      expect(await readRows()).toEqual(before);

      const status = await send(call, 'admin');
      if (move === null) {
        const isChanged = one.status === 'ADMIN_REVIEWING';
        expect([status, await findStatus(id)]).toEqual([200, one.status]);
        expect(JSON.stringify(await readRows()) !== JSON.stringify(before)).toBe(isChanged);
      } else if (canMove(move, one.status)) {
        expect([status, await findStatus(id)]).toEqual([200, moveRules[move].to]);
        const [last] = await selectRows(test, 'SELECT * FROM publication_history ORDER BY id DESC LIMIT 1');
        expect(last).toMatchObject({ publication_id: id, move, from_status: one.status, user_id: adminId });
      } else {
        expect(status).toBe(409);
        expect(await readRows()).toEqual(before);
      }
    },
  );
});
