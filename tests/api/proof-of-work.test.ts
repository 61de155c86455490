import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { type ProofOfWork, solveProofOfWork } from '#src/lib/proof-of-work.ts';
import { createAgedFormToken, ipv4, readRateLimitResponse, withBreaker } from '../support/app/limits.ts';
import { findCode, getCookie, startSignIn, verifyCode } from '../support/app/sign-in.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';
import { listEntries, createJoinRequest, sendJson } from '../support/app/waiting-list.ts';

let testWithoutBreaker: TestApp;
let test: TestApp;
beforeEach(async () => {
  testWithoutBreaker = await createTestApp();
  test = withBreaker(testWithoutBreaker, { startsPerHour: 5, joinsPerHour: 5 });
});
afterEach(() => testWithoutBreaker.close());

const EMAIL = 'late@example.com';
const SENTENCE = 'We’re getting a lot of requests right now. Wait 30 seconds, then try again.';

const postStart = (body: object, from: { ip?: string; cookie?: string | undefined } = {}) =>
  startSignIn(test, { email: EMAIL, ...body }, { ip: ipv4(5_000), ...from });
const postJoin = (body: object) =>
  sendJson(test, 'POST', '', createJoinRequest({ email: EMAIL, ...body }), ipv4(5_000));

/** Uses up the global limits of an hour, each request from another network. */
async function exhaustGlobalLimits(): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    expect((await startSignIn(test, { email: `early${n}@example.com` }, { ip: ipv4(n) })).status).toBe(200);
    expect(
      (await sendJson(test, 'POST', '', createJoinRequest({ email: `early${n}@example.com` }), ipv4(n))).status,
    ).toBe(201);
  }
}

const endpoints = [
  ['a start', postStart, 200],
  ['a join', postJoin, 201],
] as const;

/** The proof of work that the response requires. @throws when it requires none. */
async function readRequiredProof(response: Response): Promise<ProofOfWork> {
  const { proof_of_work } = await readRateLimitResponse(response);
  if (!proof_of_work) throw new Error(`No proof of work is required (${response.status}).`);
  return proof_of_work;
}

describe('T3 above the global limit', () => {
  beforeEach(exhaustGlobalLimits);

  it.each(endpoints)('%s without a proof of work gets 429 with a challenge and Retry-After', async (_name, post) => {
    expect(await readRateLimitResponse(await post({}))).toEqual({
      status: 429,
      retryAfter: 30,
      code: 'rate_limited',
      message: SENTENCE,
      proof_of_work: { challenge: expect.stringMatching(/^[\w.-]{40,200}$/), difficulty_bits: 14, wait_seconds: 30 },
    });
  });

  it.each(endpoints)('%s with a proof of work is accepted, once', async (_name, post, status) => {
    const proofOfWork = await solveProofOfWork(await readRequiredProof(await post({})));
    expect((await post({ proofOfWork })).status).toBe(status);
    test.clock.advance(31_000);
    expect((await post({ proofOfWork })).status).toBe(429);
  });

  it.each(endpoints)('%s that waited 30 seconds instead is accepted', async (_name, post, status) => {
    const { challenge } = await readRequiredProof(await post({}));
    // Five seconds less are enough, by which the clocks of two servers may differ.
    test.clock.advance(24_000);
    expect((await post({ proofOfWork: challenge })).status).toBe(429);
    test.clock.advance(6_000);
    expect((await post({ proofOfWork: challenge })).status).toBe(status);
  });

  it('one wait of 30 seconds lets one of 40 joins pass whose challenges were fetched at once T3', async () => {
    const emails = Array.from({ length: 40 }, (_, n) => `flood${n}@example.com`);
    const challenges = await Promise.all(
      emails.map(async (email) => ({ email, proof: await readRequiredProof(await postJoin({ email })) })),
    );
    const joinAll = async () => {
      let joined = 0;
      for (const { email, proof } of challenges) {
        if ((await postJoin({ email, proofOfWork: proof.challenge })).status === 201) joined += 1;
      }
      return joined;
    };
    test.clock.advance(30_000);
    expect(await joinAll()).toBe(1);
    test.clock.advance(30_000);
    expect(await joinAll()).toBe(1);
  });

  it('one proof is accepted for one of 20 concurrent starts', async () => {
    const proofOfWork = await solveProofOfWork(await readRequiredProof(await postStart({})));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => postStart({ proofOfWork }, { ip: ipv4(6_000 + n) })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('a proof works for its own address and form only', async () => {
    const startProof = await solveProofOfWork(await readRequiredProof(await postStart({})));
    expect((await postJoin({ proofOfWork: startProof })).status).toBe(429);
    expect((await postStart({ email: 'other@example.com', proofOfWork: startProof })).status).toBe(429);
    expect((await postStart({ proofOfWork: startProof })).status).toBe(200);
  });

  it('a proof expires after ten minutes', async () => {
    const proofOfWork = await solveProofOfWork(await readRequiredProof(await postStart({})));
    test.clock.advance(10 * 60_000 + 1);
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect((await postStart({ proofOfWork })).status).toBe(429);
  });

  it('a changed or made-up proof is never accepted', async () => {
    const challengeResponse = await readRequiredProof(await postStart({}));
    const proof = await solveProofOfWork(challengeResponse);
    const changed = fc
      .tuple(fc.nat(challengeResponse.challenge.length - 1), fc.constantFrom(...'019azAZ_-.'))
      .map(([index, character]) => {
        return proof.slice(0, index) + character + proof.slice(index + 1);
      });
    const unsolved = fc.nat(1_000).map((n) => `${challengeResponse.challenge}.${n}x`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, unsolved, fc.string({ maxLength: 300 })), async (proofOfWork) => {
        fc.pre(proofOfWork !== proof);
        expect((await postStart({ proofOfWork })).status).toBe(429);
      }),
      { numRuns: 300 },
    );
    expect((await postStart({ proofOfWork: proof })).status).toBe(200);
  });

  it('refused starts are not counted: a start is accepted once the hour is over', async () => {
    for (let n = 0; n < 30; n += 1) expect((await postStart({}, { ip: ipv4(n) })).status).toBe(429);
    test.clock.advance(60 * 60_000);
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    expect((await postStart({})).status).toBe(200);
  });

  it('the limit still applies after a restart', async () => {
    test = { ...test, app: createApp(test.deps) };
    expect((await postStart({})).status).toBe(429);
  });
});

describe('T2 the global limit and known browsers', () => {
  it('a known browser needs no proof of work, for its own or another address', async () => {
    const first = getCookie(await postStart({}));
    const known = getCookie(await verifyCode(test, EMAIL, await findCode(test, EMAIL), { cookie: first }));
    test.clock.advance(60 * 60_000);
    await test.db.client.execute("UPDATE outbox SET status = 'sent'");
    await exhaustGlobalLimits();
    expect((await postStart({}, { cookie: known })).status).toBe(200);
    expect((await postStart({ email: 'second@example.com' }, { cookie: known })).status).toBe(200);
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': ipv4(9), Cookie: known ?? '' };
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify(createJoinRequest({ email: 'third@example.com' })),
    };
    expect((await test.app.request('/api/waitinglist', request)).status).toBe(201);
    const forged = known?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await postStart({ email: 'fourth@example.com' }, { cookie: forged })).status).toBe(429);
  });

  it('a known browser exceeds the limit 20 times an hour, then it needs a proof of work', async () => {
    const first = getCookie(await postStart({}));
    const known = getCookie(await verifyCode(test, EMAIL, await findCode(test, EMAIL), { cookie: first }));
    await exhaustStartLimit(1);
    const statuses: number[] = [];
    const formToken = createAgedFormToken(test);
    for (let n = 0; n < 22; n += 1) {
      statuses.push((await postStart({ email: `other${n}@example.com`, formToken }, { cookie: known })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  });

  async function exhaustStartLimit(used: number): Promise<void> {
    for (let n = used; n < 5; n += 1) await startSignIn(test, { email: `early${n}@example.com` }, { ip: ipv4(n) });
  }
});

describe('T16 limits of a network require a proof of work before they refuse', () => {
  it('without a form token a network may start 10 times an hour, then each start needs a proof', async () => {
    test = testWithoutBreaker;
    for (let n = 0; n < 10; n += 1) expect((await postStart({ email: `bare${n}@example.com` })).status).toBe(200);
    const proofOfWork = await solveProofOfWork(await readRequiredProof(await postStart({})));
    expect((await postStart({ proofOfWork })).status).toBe(200);
  });

  it('a network may join 10 times an hour, then each join needs a proof, and 60 times in all', async () => {
    test = testWithoutBreaker;
    const formToken = createAgedFormToken(test);
    for (let n = 0; n < 60; n += 1) {
      const request = { email: `person${n}@example.com`, formToken };
      const joinResponse = await postJoin(request);
      expect([n, joinResponse.status]).toEqual([n, n < 10 ? 201 : 429]);
      if (n < 10) continue;
      const { challenge } = await readRequiredProof(joinResponse);
      test.clock.advance(30_000);
      expect([n, (await postJoin({ ...request, proofOfWork: challenge })).status]).toEqual([n, 201]);
    }
    const refused = await readRateLimitResponse(await postJoin({ formToken }));
    expect([refused.status, refused.proof_of_work]).toEqual([429, undefined]);
    expect(await listEntries(test)).toHaveLength(60);
  });
});
