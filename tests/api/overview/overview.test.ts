import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { productIds } from '#db/seed/site/products.ts';
import { rolePermissions } from '#api/domain/permissions.ts';
import { trashBlog } from '#api/features/blogs/trash/trash.service.ts';
import { countForNavigation, getOverview, searchOverview } from '#api/features/overview/overview.service.ts';
import { enqueuePublishStatement } from '#api/publishing/queue/enqueue.ts';
import { markJobFailed, markJobsLive } from '#api/publishing/queue/job-queue.ts';
import { outbox, stripeEvents, subscriptions } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog, createCategory } from '../../support/app/content-services.ts';
import { createPublication } from '../../support/app/publications.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createUser } from '../../support/app/users.ts';
import { joinWaitingList } from '../../support/app/waiting-list.ts';
import { createDraftCaller, createDraftFields, openDraftTab } from '../../support/drafts/draft-caller.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestApp;
let caller: Awaited<ReturnType<typeof createDraftCaller>>;
beforeEach(async () => {
  test = await createTestApp();
  caller = await createDraftCaller(test);
});
afterEach(() => test.close());

const get = async (path = '') => (await caller.call('GET', `/api/overview${path}`)).body;

const createPost = (title: string, values: Parameters<typeof createBlogRequest>[0] = {}) =>
  createBlog(test.deps, createBlogRequest({ title, status: 'published', ...values }));

async function failPublish(values: Partial<Parameters<typeof enqueuePublishStatement>[1]> = {}): Promise<number> {
  const job = { kind: 'blog' as const, id: 900, reason: 'Updated post: Tea', now: test.clock.now(), ...values };
  const [{ lastInsertRowid = 0 } = {}] = await write(test.db, [enqueuePublishStatement(test.db, job)]);
  const id = Number(lastInsertRowid);
  await markJobFailed(test.db, id, { path: '/blogs/tea', message: 'An image is missing.' }, test.clock.now());
  return id;
}

async function addEmail(values: Partial<typeof outbox.$inferInsert>): Promise<void> {
  const now = test.clock.now();
  const email = { kind: 'sign-in-code' as const, toEmail: 'a@example.com', data: {}, nextAttemptAt: now };
  await write(test.db, [
    test.db.orm
      .insert(outbox)
      .values({ dedupeKey: crypto.randomUUID(), expiresAt: now + DAY_MS, createdAt: now, ...email, ...values }),
  ]);
}

describe('failed publishes', () => {
  it('are listed with their reason until they are tried again', async () => {
    const id = await failPublish();
    expect((await get()).failed_publishes).toEqual([
      { id, reason: 'Updated post: Tea', error: 'An image is missing.', failed_path: '/blogs/tea' },
    ]);
    expect((await get('/counts')).failed_publishes).toBe(1);
    await caller.call('POST', `/api/publishes/${id}/retry`);
    expect((await get()).failed_publishes).toEqual([]);
    expect((await get('/counts')).failed_publishes).toBe(0);
  });

  it('are left out once a later publish of the same post or a full rebuild has made up for them', async () => {
    await failPublish({ id: 1 });
    const other = await failPublish({ id: 2 });
    const later = await failPublish({ id: 1 });
    const listIds = async () => (await get()).failed_publishes.map((each: { id: number }) => each.id);
    expect(await listIds()).toEqual([later, other]);
    const rebuild = { kind: 'rebuild' as const, reason: 'Rebuild all pages', now: test.clock.now() };
    const [row] = await write(test.db, [enqueuePublishStatement(test.db, rebuild)]);
    expect(await listIds()).toEqual([later, other]);
    await markJobsLive(test.db, [Number(row?.lastInsertRowid)], { paths: [], removed: 0 }, test.clock.now());
    expect(await listIds()).toEqual([]);
  });
});

describe('unsent emails', () => {
  it('are those that wait for another try, and those that expired unsent within 7 days', async () => {
    await addEmail({});
    await addEmail({ status: 'sent', attempts: 1 });
    await addEmail({ status: 'expired', createdAt: test.clock.now() - 8 * DAY_MS });
    expect((await get()).unsent_emails).toEqual({ count: 0, since: null, last_error: null });
    const since = test.clock.now() - DAY_MS;
    await addEmail({ status: 'expired', createdAt: since, lastError: 'Out of time.' });
    await addEmail({ attempts: 2, lastError: 'The mail server refused it.' });
    expect((await get()).unsent_emails).toEqual({
      count: 2,
      since: new Date(since).toISOString(),
      last_error: 'The mail server refused it.',
    });
  });
});

describe('billing', () => {
  const addEvent = (id: string, status: 'applied' | 'failed' | 'received', values: { lastError?: string } = {}) => {
    test.clock.advance(1_000);
    const now = test.clock.now();
    const times = { nextAttemptAt: now, createdAt: now, receivedAt: now };
    return write(test.db, [
      test.db.orm.insert(stripeEvents).values({ id, type: 'invoice.paid', payload: '{}', status, ...times, ...values }),
    ]);
  };
  const addSubscription = async (customerId: string, status: 'active' | 'past_due' | 'unpaid') => {
    const now = test.clock.now();
    const times = { currentPeriodStart: now, currentPeriodEnd: now, createdAt: now, syncedAt: now };
    await write(test.db, [
      test.db.orm.insert(subscriptions).values({
        stripeSubscriptionId: `sub_${customerId}_${status}`,
        customerId,
        productId: productIds.genmate,
        planName: 'Creator',
        priceId: 'price_1',
        status,
        ...times,
      }),
    ]);
  };

  it('counts failed events, with the newest reason, and people whose payment failed', async () => {
    const none = {
      failed_events: 0,
      last_error: null,
      past_due: 0,
      stripe_problems: [],
      open_disputes: 0,
      dispute_due_at: null,
      failed_refunds: 0,
    };
    expect((await get()).billing).toEqual(none);
    await caller.call('POST', '/api/products', { name: 'GenMate' });
    await addEvent('evt_1', 'applied');
    await addEvent('evt_2', 'failed', { lastError: 'Earlier.' });
    await addEvent('evt_3', 'failed', { lastError: 'Stripe didn’t answer.' });
    await addEvent('evt_4', 'received');
    await addSubscription('cus_1', 'active');
    await addSubscription('cus_2', 'past_due');
    await addSubscription('cus_2', 'unpaid');
    expect((await get()).billing).toEqual({
      ...none,
      failed_events: 2,
      last_error: 'Stripe didn’t answer.',
      past_due: 1,
    });
    expect((await get('/counts')).billing_problems).toBe(3);
  });
});

describe('posts', () => {
  it('lists work in progress: scheduled posts by date, then drafts and changed posts, last edited first', async () => {
    const at = (days: number) => new Date(test.clock.now() + days * DAY_MS).toISOString();
    const live = await createPost('Live');
    await createPost('In two days', { published_at: at(2) });
    await createPost('Tomorrow', { published_at: at(1) });
    await createPost('Archived', { status: 'archived' });
    const trashed = await createPost('Trashed', { status: 'draft' });
    await trashBlog(test.deps, trashed.id);
    await createPost('Draft', { status: 'draft' });
    test.clock.advance(1_000);
    const fields = createDraftFields({ title: 'Live, changed', status: 'published' });
    const draft = {
      client_id: 'tab-of-the-test',
      version: 0,
      base_revision: live.revision,
      fields,
      content: '<p>New.</p>',
    };
    const saved = await caller.call('PUT', `/api/blogs/${live.id}/draft`, draft);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);

    const { in_progress: posts, recently_published: published } = await get();
    expect(posts.map(({ title, state }: Record<string, string>) => [title, state])).toEqual([
      ['Tomorrow', 'scheduled'],
      ['In two days', 'scheduled'],
      ['Live, changed', 'changed'],
      ['Draft', 'draft'],
    ]);
    expect(published.map(({ title, state }: Record<string, string>) => [title, state])).toEqual([['Live', 'live']]);
  });

  it('lists posts with their main category, which decides the colours of a generated cover', async () => {
    const craft = await createCategory(test.deps, null, { name: 'Craft' });
    const writing = await createCategory(test.deps, null, { name: 'Writing' });
    const categoryIds = [writing.id, craft.id];
    await createPost('Sorted', { status: 'draft', categoryIds });
    await createPost('Loose', { status: 'draft' });
    const { in_progress: posts } = await get();
    const found = posts.map(({ title, main_category_id }: Record<string, unknown>) => [title, main_category_id]);
    expect(Object.fromEntries(found)).toEqual({ Sorted: writing.id, Loose: null });
  });

  it('are found by title, also by that of a draft, titles that begin with the query first', async () => {
    await createPost('A cup of tea');
    await createPost('Tea', { status: 'draft' });
    await openDraftTab(caller, 'tab-of-the-test').create('<p>x</p>', { title: 'Green tea' });
    const trashed = await createPost('Tea in the trash', { status: 'draft' });
    await trashBlog(test.deps, trashed.id);
    await caller.call('POST', '/api/documents', { title: 'Tea for readers', content: '<p>x</p>', section_id: null });
    const { results } = await get('/search?q=tea');
    expect(results.map(({ type, title }: Record<string, string>) => `${type} ${title}`)).toEqual(
      expect.arrayContaining(['blog Tea', 'blog A cup of tea', 'blog Green tea']),
    );
    expect(results[0].title).toBe('Tea');
    expect(JSON.stringify(results)).not.toContain('trash');
    expect((await get('/search?q=100%25')).results).toEqual([]);
  });

  it('says of which kinds more were found than are listed', async () => {
    for (let at = 1; at <= 6; at += 1) await createPost(`Harbour ${at}`, { status: 'draft' });
    expect((await get('/search?q=harbour')).has_more).toEqual([]);
    await createPost('Harbour 7', { status: 'draft' });
    const { results, has_more } = await get('/search?q=harbour');
    expect([results.length, has_more]).toEqual([6, ['blog']]);
  });
});

it('people on waiting lists are counted by product', async () => {
  await joinWaitingList(test, { email: 'a@example.com' });
  test.clock.advance(1_000);
  await joinWaitingList(test, { email: 'b@example.com' });
  const { waiting } = await get();
  expect(waiting).toEqual([
    { product: 'GenMate', count: 2, oldest_at: new Date(test.clock.now() - 1_000).toISOString() },
  ]);
});

it('figures count the last 30 days and the 30 days before', async () => {
  const { figures: before } = await get();
  const start = test.clock.now();
  for (const days of [0, 29, 30, 59, 60]) await createUser(test, { createdAt: start - days * DAY_MS });
  const at = (days: number) => new Date(start + days * DAY_MS).toISOString();
  for (const days of [-45, -1, 1]) await createPost(`Post ${days}`, { published_at: at(days) });
  await createPost('Draft', { status: 'draft', published_at: at(-1) });
  await joinWaitingList(test, { email: 'a@example.com' });
  const { figures } = await get();
  expect(figures).toEqual({
    published_posts: { count: 1, previous: 1 },
    new_users: { count: (before.new_users?.count ?? 0) + 2, previous: 2 },
    waiting_list_entries: { count: 1, previous: 0 },
  });
});

it('the checklist is ticked by what the server knows', async () => {
  const read = async (url: string, isEmailSavedToFiles: boolean) => {
    const { accounts, site } = test.deps;
    const deps = { ...test.deps, accounts: { ...accounts, isEmailSavedToFiles }, site: { ...site, url } };
    return (await getOverview(deps, { id: 0, role: 'admin' })).setup;
  };
  const nothing = { is_domain_set: false, is_mail_set: false, payments: 'none', has_post: false };
  for (const url of ['http://localhost:4321', 'http://127.0.0.1:4321', 'http://[::1]:4321', 'http://a.localhost']) {
    expect(await read(url, true)).toEqual({ site_url: url, ...nothing });
  }
  await createPost('First');
  const site_url = 'https://example.com';
  expect(await read(site_url, false)).toEqual({
    site_url,
    is_domain_set: true,
    is_mail_set: true,
    payments: 'none',
    has_post: true,
  });
});

describe('T9 permissions', () => {
  it('leave out what a role may not manage', async () => {
    await createPost('Tea', { status: 'draft' });
    await failPublish();
    await addEmail({ attempts: 1 });
    await joinWaitingList(test, { email: 'a@example.com' });
    await createPublication(test);
    Object.assign(rolePermissions, { clerk: ['overview.read', 'documents.write'] });
    try {
      const clerk = { id: 0, role: 'clerk' as never };
      expect(await getOverview(test.deps, clerk)).toMatchObject({
        failed_publishes: [],
        failed_schedules: [],
        unsent_emails: { count: 0 },
        waiting: [],
        billing: { failed_events: 0, last_error: null, past_due: 0, open_disputes: 0, failed_refunds: 0 },
        openshelf: { pending_reviews: 0, oldest_queued_at: null, failed_webhooks: 0 },
        in_progress: [],
        recently_published: [],
        figures: { published_posts: null, new_users: null, waiting_list_entries: null },
        setup: null,
        site: null,
      });
      expect(await countForNavigation(test.deps, clerk)).toEqual({
        posts: null,
        categories: null,
        uploads: null,
        documents: 0,
        sections: null,
        products: null,
        users: null,
        waiting: null,
        pending_reviews: null,
        unsent_emails: null,
        failed_publishes: null,
        billing_problems: null,
        has_email_previews: false,
      });
      expect(await searchOverview(test.deps, clerk, 'tea')).toEqual({ results: [], users: [], has_more: [] });
      expect((await searchOverview(test.deps, clerk, '@')).users).toEqual([]);
      expect((await searchOverview(test.deps, { id: 0, role: 'admin' }, '@')).users).not.toEqual([]);
    } finally {
      Reflect.deleteProperty(rolePermissions, 'clerk');
    }
  });

  it('an editor sees posts and failed publishes, and no people, money, server or moderation', async () => {
    await failPublish();
    await createPublication(test);
    await addEmail({ attempts: 1 });
    await createPost('Live');
    expect(await getOverview(test.deps, { id: 0, role: 'editor' })).toMatchObject({
      server_problems: [],
      failed_publishes: [{ id: expect.any(Number) }],
      unsent_emails: { count: 0 },
      openshelf: { pending_reviews: 0 },
      recently_published: [{ title: 'Live' }],
      figures: { published_posts: { count: 1 }, new_users: null, waiting_list_entries: null },
      setup: null,
      site: { pinned_release: null, waiting_for_space: false },
    });
    const counts = await countForNavigation(test.deps, { id: 0, role: 'editor' });
    expect(Object.entries(counts).flatMap(([name, count]) => (typeof count === 'number' ? name : []))).toEqual([
      ...['posts', 'categories', 'uploads', 'documents', 'sections', 'products'],
    ]);
  });

  it('a moderator sees what waits for a review, and nothing else', async () => {
    await failPublish();
    await createPublication(test);
    await createPost('Live');
    expect(await getOverview(test.deps, { id: 0, role: 'moderator' })).toMatchObject({
      failed_publishes: [],
      failed_schedules: [],
      openshelf: { pending_reviews: 1 },
      in_progress: [],
      recently_published: [],
      figures: { published_posts: null, new_users: null, waiting_list_entries: null },
      setup: null,
      site: null,
    });
    const counts = await countForNavigation(test.deps, { id: 0, role: 'moderator' });
    expect(Object.entries(counts).filter(([, count]) => typeof count === 'number')).toEqual([['pending_reviews', 1]]);
    expect((await searchOverview(test.deps, { id: 0, role: 'moderator' }, 'live')).results).toEqual([]);
  });

  it('email previews are for admins outside production only', async () => {
    const read = async (isProduction: boolean) => {
      const deps = { ...test.deps, accounts: { ...test.deps.accounts, isProduction } };
      return (await countForNavigation(deps, { id: 0, role: 'admin' })).has_email_previews;
    };
    expect([await read(false), await read(true)]).toEqual([true, false]);
  });
});
