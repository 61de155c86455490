import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { type ProofOfWork, solveProofOfWork } from '#src/lib/proof-of-work.ts';
import { agedFormToken, ipv4, readDemand, withBreaker } from '../support/app/limits.ts';
import { findCode, getCookie, startSignIn, verifyCode } from '../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';
import { listEntries, createJoinRequest, sendJson } from '../support/app/waiting-list.ts';

let original: TestApp;
let test: TestApp;
beforeEach(async () => {
  original = await createTestApp();
  test = withBreaker(original, { startsPerHour: 5, joinsPerHour: 5 });
});
afterEach(() => original.close());

const EMAIL = 'late@example.com';
const SENTENCE = 'We’re getting a lot of requests right now. Wait 30 seconds, then try again.';

const startAs = (body: object, from: { ip?: string; cookie?: string | undefined } = {}) =>
  startSignIn(test, { email: EMAIL, ...body }, { ip: ipv4(5_000), ...from });
const joinAs = (body: object) => sendJson(test, 'POST', '', createJoinRequest({ email: EMAIL, ...body }), ipv4(5_000));

/** Lets as many pass as the breaker allows in an hour, each from a network of their own. */
async function tripBreakers(): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    expect((await startSignIn(test, { email: `early${n}@example.com` }, { ip: ipv4(n) })).status).toBe(200);
    expect(
      (await sendJson(test, 'POST', '', createJoinRequest({ email: `early${n}@example.com` }), ipv4(n))).status,
    ).toBe(201);
  }
}

const doors = [
  ['a start', startAs, 200],
  ['a join', joinAs, 201],
] as const;

/** @throws when the response asks for nothing. */
async function demandOf(response: Response): Promise<ProofOfWork> {
  const { proof_of_work } = await readDemand(response);
  if (!proof_of_work) throw new Error(`Nothing was asked for (${response.status}).`);
  return proof_of_work;
}

describe('T3 a tripped breaker asks for a proof of work', () => {
  beforeEach(tripBreakers);

  it.each(doors)('from %s without one, with a sentence and a time', async (_name, ask) => {
    expect(await readDemand(await ask({}))).toEqual({
      status: 429,
      retryAfter: 30,
      code: 'rate_limited',
      message: SENTENCE,
      proof_of_work: { challenge: expect.stringMatching(/^[\w.-]{40,200}$/), difficulty_bits: 14, wait_seconds: 30 },
    });
  });

  it.each(doors)('and lets %s pass that brings it, once', async (_name, ask, status) => {
    const proofOfWork = await solveProofOfWork(await demandOf(await ask({})));
    expect((await ask({ proofOfWork })).status).toBe(status);
    test.clock.advance(31_000);
    expect((await ask({ proofOfWork })).status).toBe(429);
  });

  it.each(doors)('and lets %s pass that waited instead, so that no browser is kept out', async (_name, ask, status) => {
    const { challenge } = await demandOf(await ask({}));
    test.clock.advance(29_000);
    expect((await ask({ proofOfWork: challenge })).status).toBe(429);
    test.clock.advance(1_000);
    expect((await ask({ proofOfWork: challenge })).status).toBe(status);
  });

  it('one proof lets one of 20 parallel starts pass', async () => {
    const proofOfWork = await solveProofOfWork(await demandOf(await startAs({})));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => startAs({ proofOfWork }, { ip: ipv4(6_000 + n) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a proof belongs to its address and its form', async () => {
    const ofStart = await solveProofOfWork(await demandOf(await startAs({})));
    expect((await joinAs({ proofOfWork: ofStart })).status).toBe(429);
    expect((await startAs({ email: 'other@example.com', proofOfWork: ofStart })).status).toBe(429);
    expect((await startAs({ proofOfWork: ofStart })).status).toBe(200);
  });

  it('a proof expires after ten minutes', async () => {
    const proofOfWork = await solveProofOfWork(await demandOf(await startAs({})));
    test.clock.advance(10 * 60_000 + 1);
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect((await startAs({ proofOfWork })).status).toBe(429);
  });

  it('a proof is never what is not one', async () => {
    const demand = await demandOf(await startAs({}));
    const proof = await solveProofOfWork(demand);
    const changed = fc
      .tuple(fc.nat(demand.challenge.length - 1), fc.constantFrom(...'019azAZ_-.'))
      .map(([at, sign]) => {
        return proof.slice(0, at) + sign + proof.slice(at + 1);
      });
    const unsolved = fc.nat(1_000).map((n) => `${demand.challenge}.${n}x`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, unsolved, fc.string({ maxLength: 300 })), async (proofOfWork) => {
        fc.pre(proofOfWork !== proof);
        expect((await startAs({ proofOfWork })).status).toBe(429);
      }),
      { numRuns: 300 },
    );
    expect((await startAs({ proofOfWork: proof })).status).toBe(200);
  });

  it('what was asked for more is not counted: the form passes once the hour is over', async () => {
    for (let n = 0; n < 30; n += 1) expect((await startAs({}, { ip: ipv4(n) })).status).toBe(429);
    test.clock.advance(60 * 60_000);
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect((await startAs({})).status).toBe(200);
  });

  it('the breaker stays tripped over a restart', async () => {
    test = { ...test, app: createApp(test.deps) };
    expect((await startAs({})).status).toBe(429);
  });
});

describe('T2 the breaker and browsers that signed in before', () => {
  it('never asks them anything, for their own address or another one', async () => {
    const first = getCookie(await startAs({}));
    const known = getCookie(await verifyCode(test, EMAIL, await findCode(test, EMAIL), { cookie: first }));
    test.clock.advance(60 * 60_000);
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    await tripBreakers();
    expect((await startAs({}, { cookie: known })).status).toBe(200);
    expect((await startAs({ email: 'second@example.com' }, { cookie: known })).status).toBe(200);
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': ipv4(9), Cookie: known ?? '' };
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify(createJoinRequest({ email: 'third@example.com' })),
    };
    expect((await test.app.request('/api/waitinglist', request)).status).toBe(201);
    const forged = known?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await startAs({ email: 'fourth@example.com' }, { cookie: forged })).status).toBe(429);
  });

  it('one such browser passes the breaker 20 times an hour, then it is asked like any other', async () => {
    const first = getCookie(await startAs({}));
    const known = getCookie(await verifyCode(test, EMAIL, await findCode(test, EMAIL), { cookie: first }));
    await tripBreakersBut(1);
    const statuses: number[] = [];
    const formToken = agedFormToken(test);
    for (let n = 0; n < 22; n += 1) {
      statuses.push((await startAs({ email: `other${n}@example.com`, formToken }, { cookie: known })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  });

  async function tripBreakersBut(used: number): Promise<void> {
    for (let n = used; n < 5; n += 1) await startSignIn(test, { email: `early${n}@example.com` }, { ip: ipv4(n) });
  }
});

describe('T16 limits of a network ask before they refuse', () => {
  it('without a form token a network starts 10 times an hour, then each start needs a proof', async () => {
    test = original;
    for (let n = 0; n < 10; n += 1) expect((await startAs({ email: `bare${n}@example.com` })).status).toBe(200);
    const proofOfWork = await solveProofOfWork(await demandOf(await startAs({})));
    expect((await startAs({ proofOfWork })).status).toBe(200);
  });

  it('a network joins 10 times an hour, then each join needs a proof, and 60 times in all', async () => {
    test = original;
    const formToken = agedFormToken(test);
    for (let n = 0; n < 60; n += 1) {
      const person = { email: `person${n}@example.com`, formToken };
      const asked = await joinAs(person);
      expect([n, asked.status]).toEqual([n, n < 10 ? 201 : 429]);
      if (n < 10) continue;
      const { challenge } = await demandOf(asked);
      test.clock.advance(30_000);
      expect([n, (await joinAs({ ...person, proofOfWork: challenge })).status]).toEqual([n, 201]);
    }
    const refused = await readDemand(await joinAs({ formToken }));
    expect([refused.status, refused.proof_of_work]).toEqual([429, undefined]);
    expect(await listEntries(test)).toHaveLength(60);
  });
});
