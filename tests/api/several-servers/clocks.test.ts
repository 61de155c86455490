import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLOCK_SKEW_MS } from '#api/domain/clock-skew.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { advanceMisdatedEmails } from '#api/features/mail/outbox/outbox.queries.ts';
import { listDueTextIds } from '#api/features/openshelf/texts/queued-texts.queries.ts';
import { RETRY_MAX_MS } from '#api/features/mail/outbox/outbox.service.ts';
import { isPublicBlog } from '#db/queries/visibility.ts';
import { blogs, outbox, publicationTexts, publicationVersions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createFakeClock } from '../../support/clock/fake-clock.ts';
import { ipv4, readRateLimitResponse, withBreaker } from '../../support/app/limits.ts';
import { findCode, startSignIn, verifyCode } from '../../support/app/sign-in.ts';
import { createPublication } from '../../support/app/publications.ts';
import { createSecondServer, createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createTestSession, createUser, toBearerHeader, toRequestInit } from '../../support/app/users.ts';

// Two servers over one database. The clock of the second is two seconds behind.
const SKEW_MS = 2_000;
const EMAIL = 'mere@example.com';

let ahead: TestApp;
let behind: TestApp;
beforeEach(async () => {
  ahead = await createTestApp();
  const clock = createFakeClock();
  clock.advance(-SKEW_MS);
  behind = createSecondServer(ahead, clock);
});
afterEach(() => ahead.close());

const passTime = (milliseconds: number) => {
  for (const { clock } of [ahead, behind]) clock.advance(milliseconds);
};

describe('of two servers whose clocks differ by two seconds', () => {
  it('the code that was sent last is the one that another browser can use', async () => {
    await startSignIn(ahead, { email: EMAIL });
    passTime(30_000);
    behind.clock.advance(-30_000);
    await ahead.db.client.execute('DELETE FROM rate_limits');
    await startSignIn(behind, { email: EMAIL }, { ip: '198.51.100.9' });
    expect((await verifyCode(ahead, EMAIL, await findCode(ahead, EMAIL), { ip: '198.51.100.77' })).status).toBe(200);
  });

  it('the one behind accepts a session, a code and a form of the one ahead at once', async () => {
    const token = await createTestSession(ahead, await createUser(ahead));
    expect((await behind.app.request('/api/auth/me', { headers: toBearerHeader(token) })).status).toBe(200);
    const { form_token: formToken } = (await (await ahead.app.request('/api/auth/form-token')).json()) as {
      form_token: string;
    };
    passTime(1_000);
    expect((await startSignIn(behind, { email: EMAIL, formToken })).status).toBe(200);
    expect((await verifyCode(behind, EMAIL, await findCode(ahead, EMAIL))).status).toBe(200);
  });

  it('the one behind accepts a wait of 30 seconds for a challenge of the one ahead', async () => {
    const [site, second] = [ahead, behind].map((server) => withBreaker(server, { startsPerHour: 1 })) as [
      TestApp,
      TestApp,
    ];
    expect((await startSignIn(site, { email: 'early@example.com' }, { ip: ipv4(1) })).status).toBe(200);
    const { proof_of_work: required } = await readRateLimitResponse(await startSignIn(site, { email: EMAIL }));
    passTime(30_000);
    expect((await startSignIn(second, { email: EMAIL, proofOfWork: required?.challenge })).status).toBe(200);
  });

  it('a post that one publishes is public on the other at once, and stays so after an edit there', async () => {
    const admin = await createApiCaller(ahead);
    const post = { title: 'Out now', content: '<p>Text</p>', status: 'published' as const, categoryIds: [] };
    const { id } = await createBlog(ahead.deps, post);
    const isPublic = async ({ clock }: TestApp) =>
      (await ahead.db.orm.select({ id: blogs.id }).from(blogs).where(isPublicBlog(clock.now()))).length === 1;
    expect([await isPublic(ahead), await isPublic(behind)]).toEqual([true, true]);
    const edit = toRequestInit(admin.token, 'PUT', {
      title: 'Out now, edited',
      content: '<p>Text</p>',
      status: 'published',
    });
    expect((await behind.app.request(`/api/blogs/${id}`, edit)).status).toBe(200);
    expect([await isPublic(ahead), await isPublic(behind)]).toEqual([true, true]);
  });

  it('an action of the one ahead can be undone on the one behind until its time ends, with all that it changed', async () => {
    const admin = await createApiCaller(ahead);
    const first = await createUser(ahead, { firstName: 'Ana' });
    const other = await createUser(ahead);
    const change = (test: TestApp, id: number) =>
      test.app.request(
        `/api/admin/users/${id}/contact`,
        toRequestInit(admin.token, 'PUT', {
          email: `changed-${id}@example.com`,
          firstName: 'Changed',
          lastName: 'Name',
          endSessions: false,
        }),
      );
    const { undo } = (await (await change(behind, first.id)).json()) as { undo: { id: string } };
    // The clock of the one ahead says that it is over, and another action clears what no server needs any more.
    passTime(29_000);
    expect((await change(ahead, other.id)).status).toBe(200);
    const undone = await behind.app.request('/api/admin/undo', toRequestInit(admin.token, 'POST', { ids: [undo.id] }));
    expect(undone.status).toBe(200);
    expect((await ahead.db.client.execute(`SELECT first_name FROM users WHERE id = ${first.id}`)).rows[0]?.[0]).toBe(
      'Ana',
    );
  });

  it('an email that waits the longest for its next attempt is not taken for one from before the clock was put back', async () => {
    await startSignIn(ahead, { email: EMAIL });
    const nextAttemptAt = ahead.clock.now() + RETRY_MAX_MS;
    await write(ahead.db, [ahead.db.orm.update(outbox).set({ nextAttemptAt })]);
    await advanceMisdatedEmails(ahead.db, behind.clock.now());
    expect(await ahead.db.orm.select({ at: outbox.nextAttemptAt }).from(outbox)).toEqual([{ at: nextAttemptAt }]);
    await advanceMisdatedEmails(ahead.db, behind.clock.now() - CLOCK_SKEW_MS);
    expect(await ahead.db.orm.select({ at: outbox.nextAttemptAt }).from(outbox)).not.toEqual([{ at: nextAttemptAt }]);
  });

  it('a text that couldn’t be fetched on the one ahead is not fetched again at once', async () => {
    const id = await createPublication(behind);
    const url = 'https://texts.example.com/work';
    await write(ahead.db, [ahead.db.orm.update(publicationVersions).set({ htmlUrl: url })]);
    const [version] = await ahead.db.orm.select({ id: publicationVersions.id }).from(publicationVersions);
    const failure = { versionId: version?.id ?? 0, url, error: 'It didn’t answer.', wordCount: 0 };
    await write(ahead.db, [ahead.db.orm.insert(publicationTexts).values({ ...failure, fetchedAt: ahead.clock.now() })]);
    const list = (now: number) => listDueTextIds(ahead.db, now, { retryMs: 600_000, count: 2 });
    expect(await list(behind.clock.now())).toEqual([]);
    expect(await list(ahead.clock.now() - 3_600_000)).toEqual([id]);
  });
});
