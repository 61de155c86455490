import { count } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blacklistUser } from '#api/features/users/blacklist/blacklist.service.ts';
import { publications, signInTotals, users } from '#db/schema/index.ts';
import { createPreviewLink, createPreviewRenderer } from '#api/features/previews/previews.service.ts';
import { solveProofOfWork } from '#src/lib/proof-of-work.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { ipv4, readRateLimitResponse, withBreaker } from '../../support/app/limits.ts';
import { findCode, findLink, getCookie, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createSecondServer, createTestApp, TEST_SERVICE_KEY, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader, toRequestInit } from '../../support/app/users.ts';
import { PublishingService } from '../../support/openshelf/publishing-service.ts';
import { findEntryToken, joinWaitingList, listEntries, sendJson } from '../../support/app/waiting-list.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';

// Two servers over one database, each with its own memory, disk and clock.
let one: TestApp;
let other: TestApp;
beforeEach(async () => {
  one = await createTestApp();
  other = createSecondServer(one);
});
afterEach(() => one.close());

const EMAIL = 'mere@example.com';

const getMeStatus = async ({ app }: TestApp, token: string) =>
  (await app.request('/api/auth/me', { headers: toBearerHeader(token) })).status;

const openLink = ({ app }: TestApp, token: string) =>
  app.request('/api/auth/email/link', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });

describe('signing in', () => {
  it('with a code that another server sent opens a session on both, which either ends for both', async () => {
    await startSignIn(one, { email: EMAIL });
    const response = await verifyCode(other, EMAIL, await findCode(one, EMAIL));
    const { token } = (await response.json()) as { token: string };
    expect([await getMeStatus(one, token), await getMeStatus(other, token)]).toEqual([200, 200]);
    await one.app.request('/api/auth/logout', toRequestInit(token, 'POST'));
    expect([await getMeStatus(one, token), await getMeStatus(other, token)]).toEqual([401, 401]);
  });

  it('with a link works once, on whichever server', async () => {
    await startSignIn(one, { email: EMAIL });
    const token = (await findLink(one, EMAIL)).hash.slice(1);
    const statuses = (await Promise.all([openLink(one, token), openLink(other, token)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it('counts wrong codes over all servers: after five the right one is refused', async () => {
    const start = await startSignIn(one, { email: EMAIL });
    const from = { cookie: getCookie(start) };
    const code = await findCode(one, EMAIL);
    const wrong = code === '000000' ? '111111' : '000000';
    for (const server of [one, other, one, other, one]) await verifyCode(server, EMAIL, wrong, from);
    expect((await verifyCode(other, EMAIL, code, from)).status).toBe(400);
  });

  it('is counted in one total, and the browser is known to every server', async () => {
    const site = withBreaker(one, { startsPerHour: 1 });
    const second = withBreaker(other, { startsPerHour: 1 });
    let cookie: string | undefined;
    for (const server of [site, second]) {
      const start = await startSignIn(server, { email: EMAIL }, { cookie });
      cookie = getCookie(await verifyCode(server, EMAIL, await findCode(one, EMAIL), { cookie: getCookie(start) }));
      for (const { clock } of [one, other]) clock.advance(60_000);
    }
    expect(await one.db.orm.select({ signIns: signInTotals.signIns }).from(signInTotals)).toEqual([{ signIns: 2 }]);
    // Above the limit of the whole site, which the first has used up, only a browser that signed in before passes.
    expect((await startSignIn(second, { email: 'new@example.com' }, { ip: ipv4(1) })).status).toBe(429);
    expect((await startSignIn(second, { email: EMAIL }, { cookie })).status).toBe(200);
  });

  it('ends on every server at once for a user who is blacklisted on one', async () => {
    const admin = await createUser(one, { role: 'admin' });
    const user = await createUser(one);
    const token = await createTestSession(one, user);
    await blacklistUser(other.deps, admin.id, user.id, { reason: 'Spam', blacklistedUntil: null });
    expect([await getMeStatus(one, token), await getMeStatus(other, token)]).toEqual([401, 401]);
  });
});

describe('limits', () => {
  it('of an address hold over all servers', async () => {
    expect((await startSignIn(one, { email: EMAIL })).status).toBe(200);
    expect((await startSignIn(other, { email: EMAIL })).status).toBe(429);
  });

  it('of a network lock it out on every server after wrong codes on one', async () => {
    for (let n = 0; n < 10; n += 1) await verifyCode(one, `victim${n}@example.com`, '123456');
    expect((await verifyCode(other, 'another@example.com', '123456')).status).toBe(429);
  });

  it('of the whole site are one, and a proof of work is accepted once, whichever server asked for it', async () => {
    const [site, second] = [withBreaker(one, { startsPerHour: 2 }), withBreaker(other, { startsPerHour: 2 })];
    for (const [n, server] of [site, second].entries())
      expect((await startSignIn(server, { email: `early${n}@example.com` }, { ip: ipv4(n) })).status).toBe(200);
    const start = (server: TestApp, proofOfWork?: string) =>
      startSignIn(server, { email: EMAIL, proofOfWork }, { ip: ipv4(9) });
    const { proof_of_work: required } = await readRateLimitResponse(await start(site));
    const proofOfWork = await solveProofOfWork(required as NonNullable<typeof required>);
    expect((await start(second, proofOfWork)).status).toBe(200);
    for (const { clock } of [one, other]) clock.advance(31_000);
    expect((await start(site, proofOfWork)).status).toBe(429);
  });
});

it('an editor sees who has the same post open on another server', async () => {
  const admin = await createApiCaller(one);
  const report = async ({ app }: TestApp, clientId: string) => {
    const request = toRequestInit(admin.token, 'POST', { client_id: clientId });
    return (await app.request('/api/blogs/1/editors', request)).json();
  };
  expect(await report(one, 'tab-on-the-first')).toEqual({ editors: [] });
  expect(await report(other, 'tab-on-the-second')).toEqual({
    editors: [{ user: { id: admin.id, name: 'Mere Tane' } }],
  });
});

it('an action is undone once, by either server', async () => {
  const admin = await createApiCaller(one);
  const user = await createUser(one);
  const action = await blacklistUser(one.deps, admin.id, user.id, { reason: 'Spam', blacklistedUntil: null });
  const request = toRequestInit(admin.token, 'POST', { ids: [action.undo?.id] });
  const undo = async ({ app }: TestApp) => (await app.request('/api/admin/undo', request)).status;
  const statuses = await Promise.all([undo(other), undo(one)]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const rows = await one.db.orm.select({ id: users.id, isBlacklisted: users.isBlacklisted }).from(users);
  expect(rows).toContainEqual({ id: user.id, isBlacklisted: false });
});

it('an idempotency key makes requests to two servers one', async () => {
  const services = [one, other].map(
    ({ app }) => new PublishingService({ serviceKey: TEST_SERVICE_KEY, send: (path, init) => app.request(path, init) }),
  );
  const work = createWork();
  const responses = await Promise.all(services.map((service) => service.create(work, 'one-key')));
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  expect(responses.filter(({ isReplay }) => isReplay)).toHaveLength(1);
  expect(await one.db.orm.select({ works: count() }).from(publications)).toEqual([{ works: 1 }]);
});

it('a link to a preview that one server made is opened by the other', async () => {
  const { id } = await createBlog(one.deps, { title: 'To look at', content: '', status: 'draft', categoryIds: [] });
  const token = new URL((await createPreviewLink(one.deps, id)).url).pathname.split('/').at(-1) ?? '';
  const page = { status: 200, body: Buffer.from('A preview'), contentType: 'text/html', policy: null };
  const { publisher } = other.deps;
  const dryRun = { ...publisher.dryRun, previewPost: async () => page };
  const previews = createPreviewRenderer({ ...other.deps, publisher: { ...publisher, dryRun } });
  expect((await previews.open(token, new AbortController().signal)).status).toBe(200);
});

it('a place on a waiting list that one server gave is confirmed, and left, by the other', async () => {
  await joinWaitingList(one);
  const request = { token: await findEntryToken(one) };
  const send = async (test: TestApp, path: string) => (await sendJson(test, 'POST', path, request)).status;
  expect([await send(other, '/confirm'), await send(other, '/status'), await send(one, '/leave')]).toEqual([
    200, 200, 204,
  ]);
  expect(await listEntries(other)).toEqual([]);
});
