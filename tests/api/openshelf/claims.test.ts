import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicationStatuses } from '#api/domain/publication-states.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { selectRows } from '../../support/app/waiting-list.ts';
import { createPublication } from '../../support/app/publications.ts';

const REVIEWS = '/api/admin/openshelf/reviews';
const FIFTEEN_MINUTES = 15 * 60_000;

let test: TestApp;
let mere: ApiCaller;
let tom: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  [mere, tom] = [await createApiCaller(test), await createApiCaller(test)];
});
afterEach(() => test.close());

const claim = async (caller: ApiCaller, id = 1) => (await caller.call('POST', `${REVIEWS}/${id}/claim`)).body.data;
const release = async (caller: ApiCaller, id = 1) => (await caller.call('DELETE', `${REVIEWS}/${id}/claim`)).status;
const toClaim = ({ id }: ApiCaller) => ({
  user_id: id,
  name: 'Mere Tane',
  until: new Date(test.clock.now() + FIFTEEN_MINUTES).toISOString(),
});
const findRow = async () => (await selectRows(test, 'SELECT * FROM publications'))[0];

describe('POST and DELETE /reviews/:id/claim', () => {
  it('reserves for 15 minutes, is renewed, and answers others with who has it', async () => {
    await createPublication(test);
    expect(await claim(mere)).toEqual({ is_mine: true, claim: toClaim(mere) });
    test.clock.advance(60_000);
    expect(await claim(mere)).toEqual({ is_mine: true, claim: toClaim(mere) });
    const hers = toClaim(mere);
    test.clock.advance(FIFTEEN_MINUTES - 1);
    expect(await claim(tom)).toEqual({ is_mine: false, claim: hers });
    test.clock.advance(1);
    expect(await claim(tom)).toEqual({ is_mine: true, claim: toClaim(tom) });
    expect(await claim(mere)).toEqual({ is_mine: false, claim: toClaim(tom) });
  });

  it('two at once: one has it, and both are answered with the same claim', async () => {
    await createPublication(test);
    const answers = await Promise.all([claim(mere), claim(tom)]);
    expect(answers.map(({ is_mine }) => is_mine).sort()).toEqual([false, true]);
    expect(answers[0]?.claim).toEqual(answers[1]?.claim);
  });

  it('is released by its owner only, at once', async () => {
    await createPublication(test);
    await claim(mere);
    expect(await release(tom)).toBe(204);
    expect(await claim(tom)).toMatchObject({ is_mine: false });
    expect(await release(mere)).toBe(204);
    expect(await release(mere)).toBe(204);
    expect(await claim(tom)).toMatchObject({ is_mine: true });
  });

  it('does not forbid a decision of another reviewer, which ends it', async () => {
    await createPublication(test);
    await claim(mere);
    expect((await tom.call('POST', `${REVIEWS}/1/approve`, {})).status).toBe(200);
    expect(await findRow()).toMatchObject({ status: 'APPROVED', claimed_by: null, claimed_until: null });
  });

  it('leaves the time of the last change as it is', async () => {
    await createPublication(test);
    const before = await findRow();
    test.clock.advance(1_000);
    await claim(mere);
    await release(mere);
    expect(await findRow()).toEqual(before);
  });

  it.each(publicationStatuses.filter((status) => status !== 'ADMIN_REVIEWING'))(
    'reserves nothing in %s',
    async (status) => {
      await createPublication(test, { status });
      expect(await claim(mere)).toEqual({ is_mine: false, claim: null });
      expect(await findRow()).toMatchObject({ claimed_by: null });
    },
  );

  it('answers 404 for no such publication', async () => {
    const { status, body } = await mere.call('POST', `${REVIEWS}/9/claim`);
    expect([status, body.message]).toEqual([404, 'The requested publication could not be found.']);
    expect(await release(mere, 9)).toBe(404);
  });
});
