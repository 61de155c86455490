import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canMove, moveRules, type PublicationMove, type PublicationStatus } from '#api/domain/publication-states.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublications } from '../../support/app/publications.ts';
import { selectRows } from '../../support/app/waiting-list.ts';
import { createOpenshelfApp, type OpenshelfApp } from '../../support/openshelf/openshelf-app.ts';
import { createSeededRandom, type Random } from '../../support/random/seeded-random.ts';

const OPENSHELF = '/api/admin/openshelf';
const COUNT = 100;
const ROUNDS = 100;
const WEBHOOKS = {
  approve: 'publication.approved',
  reject: 'publication.rejected',
  request_changes: 'publication.changes_requested',
} as Record<string, string>;

let test: OpenshelfApp;
let mere: ApiCaller;
let tom: ApiCaller;
let ids: number[];
beforeEach(async () => {
  test = await createOpenshelfApp();
  [mere, tom] = [await createApiCaller(test), await createApiCaller(test)];
  ids = await createPublications(test, COUNT);
});
afterEach(() => test.close());

type Act = { requested: number[]; status: number; updated: number; skipped: number[]; undoId: string | null };

async function decide(caller: ApiCaller, requested: number[], action: string): Promise<Act> {
  const request = { publicationIds: requested, action, comments: 'No.' };
  const { status, body } = await caller.call('POST', `${OPENSHELF}/publications/bulk-action`, request);
  const skipped = body.data?.skipped.map(({ id }: { id: number }) => id) ?? requested;
  return { requested, status, updated: body.data?.updated ?? 0, skipped, undoId: body.undo?.id ?? null };
}

const undo = async (caller: ApiCaller, id: string | null) =>
  id === null ? 0 : ((await caller.call('POST', '/api/admin/undo', { ids: [id] })).body.restored ?? 0);

/** The same items in another order. */
function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as Item);
}

/** Parts of 1 to 40. */
function splitRandomly(random: Random, items: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let from = 0; from < items.length;) {
    const size = 1 + random.below(40);
    parts.push(items.slice(from, from + size));
    from += size;
  }
  return parts;
}

/** Every history is a walk through the state machine to the present status, with one webhook for each decision in force. Returns the moves. */
async function expectLegalHistories(): Promise<unknown[]> {
  const history = await selectRows(test, 'SELECT * FROM publication_history ORDER BY id');
  const webhooks = await selectRows(test, 'SELECT publication_id, type FROM openshelf_webhooks ORDER BY id');
  for (const row of await selectRows(test, 'SELECT * FROM publications')) {
    let status: PublicationStatus = 'ADMIN_REVIEWING';
    const moves = history.filter(({ publication_id }) => publication_id === row.id);
    for (const { move: name, from_status, to_status } of moves) {
      const move = name as PublicationMove;
      expect({ move, isAllowed: canMove(move, status), from_status }).toEqual({
        move,
        isAllowed: true,
        from_status: status,
      });
      expect(to_status).toBe(moveRules[move].to);
      status = moveRules[move].to;
    }
    expect(row.status).toBe(status);
    const inForce = moves.filter(({ move, is_undone }) => String(move) in WEBHOOKS && is_undone === 0);
    const types = webhooks.filter(({ publication_id }) => publication_id === row.id).map(({ type }) => type);
    expect(types).toEqual(inForce.map(({ move }) => WEBHOOKS[String(move)]));
    expect(row.decided_by).toBe(inForce.at(-1)?.user_id ?? null);
  }
  return history.map(({ move }) => move);
}

async function startAgain(): Promise<void> {
  await test.db.client.batch([
    'DELETE FROM publication_history',
    'DELETE FROM openshelf_webhooks',
    `UPDATE publications SET status = 'ADMIN_REVIEWING', undo_id = NULL, decided_by = NULL, decided_at = NULL,
      excluded_reviewer_id = NULL`,
  ]);
}

describe('T27 two admins decide on the same 100 publications at once', () => {
  it('one by one: each has one outcome, and the other admin gets 409', async () => {
    const send = async (caller: ApiCaller, id: number, act: string) =>
      (await caller.call('POST', `${OPENSHELF}/reviews/${id}/${act}`, act === 'approve' ? {} : { comments: 'No.' }))
        .status;
    const pairs = await Promise.all(
      ids.map((id) => {
        const starts = [() => send(mere, id, 'approve'), () => send(tom, id, 'reject')];
        return Promise.all(shuffle(createSeededRandom(id), starts).map((start) => start()));
      }),
    );
    for (const statuses of pairs) expect(statuses.sort()).toEqual([200, 409]);
    await expectLegalHistories();
    expect(await selectRows(test, 'SELECT id FROM openshelf_webhooks')).toHaveLength(COUNT);
  });

  it('in parts of any size and order, 100 times: each is decided by one of them, and each answer is true', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const random = createSeededRandom(round);
      const plan = [mere, tom].flatMap((caller) =>
        splitRandomly(random, shuffle(random, ids)).map((part) => ({ caller, part })),
      );
      const acts = await Promise.all(
        shuffle(random, plan).map(({ caller, part }) => decide(caller, part, caller === mere ? 'approve' : 'reject')),
      );
      expect(acts.reduce((sum, { updated }) => sum + updated, 0)).toBe(COUNT);
      const rows = await selectRows(test, 'SELECT id, undo_id FROM publications');
      for (const act of acts) {
        expect(act.status).toBe(act.updated > 0 ? 200 : 409);
        const decided = rows.filter(({ undo_id }) => act.undoId !== null && undo_id === act.undoId).map(({ id }) => id);
        expect(new Set([...decided, ...act.skipped])).toEqual(new Set(act.requested));
        expect(decided).toHaveLength(act.updated);
      }
      await startAgain();
    }
  });

  it('with undo, withdrawals and appeals in between: every history is a walk through the state machine', async () => {
    const moves = new Set<unknown>();
    // Confirmations and appeals wait until the decision can't be undone any more.
    const later = (send: () => Promise<unknown>) => () => {
      test.clock.advance(4_000);
      return send();
    };
    for (let round = 1; round <= 20; round += 1) {
      const random = createSeededRandom(round * 7_919);
      const acts = [mere, tom, mere, tom].flatMap((caller) =>
        splitRandomly(random, shuffle(random, ids)).map((part) => {
          const [action, id] = [random.pick(['approve', 'reject']), random.pick(part)];
          const goOn = random.pick([
            (undoId: string | null) => undo(caller, undoId),
            (undoId: string | null) => undo(caller, undoId),
            () => test.service.withdraw(id),
            later(() => test.service.confirm(id)),
            later(() => test.service.appeal(id, 'Please read it again.')),
          ]);
          return async () => goOn((await decide(caller, part, action)).undoId);
        }),
      );
      await Promise.all(shuffle(random, acts).map((start) => start()));
      for (const move of await expectLegalHistories()) moves.add(move);
      await startAgain();
    }
    expect([...moves].sort()).toEqual(['appeal', 'approve', 'publish', 'reject', 'undo', 'withdraw']);
  });
});
