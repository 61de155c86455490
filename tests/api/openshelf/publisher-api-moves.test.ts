import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  canMove,
  moveRules,
  type PublicationMove,
  type PublicationStatus,
  publicationStatuses,
} from '#api/domain/publication-states.ts';
import {
  createOpenshelfApp,
  createPublicationIn,
  getRow,
  listHistory,
  type OpenshelfApp,
} from '../../support/openshelf/openshelf-app.ts';
import { expectData, type ServiceResponse } from '../../support/openshelf/publishing-service.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';

let test: OpenshelfApp;
beforeAll(async () => {
  test = await createOpenshelfApp();
});
afterAll(() => test.close());

type Call = {
  name: string;
  /** The moves that it stands for; a publication can make at most one of them. */
  moves: PublicationMove[];
  /** Where the publication is afterwards, when not where the move leads. */
  result?: PublicationStatus;
  send: (id: number) => Promise<ServiceResponse>;
};

const review = (id: number, decision: 'approved' | 'rejected' | 'needs_review') =>
  test.service.recordAiReview(id, { decision, confidence_score: 0.5 });

const CALLS: Call[] = [
  { name: 'change', moves: ['edit', 'revise'], send: (id) => test.service.change(id, createWork()) },
  { name: 'submit', moves: ['submit'], send: (id) => test.service.submit(id) },
  { name: 'startAiReview', moves: ['start_ai_review'], send: (id) => test.service.startAiReview(id) },
  { name: 'AI approval', moves: ['ai_approve'], result: 'ADMIN_REVIEWING', send: (id) => review(id, 'approved') },
  { name: 'AI rejection', moves: ['ai_reject'], send: (id) => review(id, 'rejected') },
  { name: 'unsure AI', moves: ['ai_pass_on'], send: (id) => review(id, 'needs_review') },
  { name: 'appeal', moves: ['appeal'], send: (id) => test.service.appeal(id, 'Please read it again.') },
  { name: 'confirm', moves: ['publish'], send: (id) => test.service.confirm(id) },
  { name: 'withdraw', moves: ['withdraw'], send: (id) => test.service.withdraw(id) },
];

const findMove = ({ moves }: Call, status: PublicationStatus) => moves.find((move) => canMove(move, status));

it('the calls cover every move of the service but `create`', () => {
  const moves = Object.entries(moveRules).filter(([move, { actor }]) => actor === 'service' && move !== 'create');
  expect(CALLS.flatMap((call) => call.moves).sort()).toEqual(moves.map(([move]) => move).sort());
});

describe('T27 every call in every status', () => {
  const cases = publicationStatuses.flatMap((status) => CALLS.map((call) => ({ status, call, name: call.name })));

  it.each(cases)('$name in $status: as the table of moves says', async ({ status, call }) => {
    const id = await createPublicationIn(test, status);
    const before = { row: await getRow(test, id), moves: (await listHistory(test, id)).length };
    const response = await call.send(id);
    const move = findMove(call, status);
    if (!move) {
      expect(response.status).toBe(409);
      expect(response.body.message).toMatch(new RegExp(`^Only a publication in .+; this one is in ${status}\\.$`));
      expect(await getRow(test, id)).toEqual(before.row);
      expect(await listHistory(test, id)).toHaveLength(before.moves);
      return;
    }
    expect(response.status).toBe(200);
    expect((await getRow(test, id)).status).toBe(call.result ?? moveRules[move].to);
    expect((await listHistory(test, id))[before.moves]).toMatchObject({ move, fromStatus: status, actor: 'service' });
  });
});

describe('a move that was made already', () => {
  const REPEATED = CALLS.filter(({ name }) => name !== 'change').map((call) => ({ call, name: call.name }));

  it.each(REPEATED)('is answered with the present state: $name', async ({ call }) => {
    const [status] = moveRules[call.moves[0] ?? 'submit'].from;
    const id = await createPublicationIn(test, status ?? 'DRAFT');
    const first = await call.send(id);
    const history = await listHistory(test, id);
    const second = await call.send(id);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await listHistory(test, id)).toEqual(history);
  });

  it('is refused when it says something else', async () => {
    const id = await createPublicationIn(test, 'SUBMITTED');
    expectData(await review(id, 'rejected'));
    expect((await review(id, 'approved')).status).toBe(409);
    const other = { decision: 'rejected', confidence_score: 0.5, comments: 'Another reason.' } as const;
    expect((await test.service.recordAiReview(id, other)).status).toBe(409);
  });

  it('at the same time is made once', async () => {
    const id = await createPublicationIn(test, 'APPROVED');
    const responses = await Promise.all([1, 2, 3, 4].map(() => test.service.confirm(id)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await listHistory(test, id)).map(({ move }) => move)).toEqual(['create', 'publish']);
  });
});

it('after any sequence of calls the history leads without a gap to the status, and versions count up', async () => {
  const steps = fc.array(fc.integer({ min: 0, max: CALLS.length - 1 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (indexes) => {
      const id = await createPublicationIn(test, 'DRAFT');
      for (const index of indexes) expect((await CALLS[index]?.send(id))?.status).toBeOneOf([200, 409]);
      const history = await listHistory(test, id);
      const row = await getRow(test, id);
      expect(history.at(-1)?.toStatus).toBe(row.status);
      expect(history.at(-1)?.versionNumber).toBe(row.versionNumber);
      for (const [index, { move, fromStatus, versionNumber }] of history.entries()) {
        const previous = history[index - 1];
        expect(fromStatus).toBe(previous?.toStatus ?? null);
        expect(versionNumber - (previous?.versionNumber ?? 0)).toBe(move === 'create' || move === 'revise' ? 1 : 0);
        if (fromStatus) expect(canMove(move, fromStatus)).toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});
