import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { write } from '#db/write.ts';
import { movePublicationsStatements } from '#api/features/openshelf/openshelf.queries.ts';
import { publications, publicationVersions } from '#db/schema/index.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createUser } from '../../support/app/users.ts';
import {
  createOpenshelfApp,
  createPublicationIn,
  getRow,
  listHistory,
  listPublicationJobs,
  type OpenshelfApp,
} from '../../support/openshelf/openshelf-app.ts';
import { expectData } from '../../support/openshelf/publishing-service.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';

let test: OpenshelfApp;
beforeAll(async () => {
  test = await createOpenshelfApp();
});
afterAll(() => test.close());

const listMoves = async (id: number) =>
  (await listHistory(test, id)).map(({ move, fromStatus, toStatus }) => [move, fromStatus, toStatus]);

/** A decision of a reviewer that can be undone for 10 seconds. */
const decide = (id: number, move: 'approve' | 'reject', userId: number) =>
  write(test.db, [
    ...movePublicationsStatements(test.db, {
      move,
      condition: eq(publications.id, id),
      now: test.clock.now(),
      userId,
      comments: 'The sources are missing.',
      reasonIds: [1],
      undoId: `undo-${id}-${test.clock.now()}`,
    }),
  ]);

describe('a work', () => {
  it('goes from a draft through the AI’s approval into the queue of reviewers', async () => {
    const created = await test.service.create(createWork({ title: '  Tea &  Toast ' }));
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      slug: 'tea-and-toast',
      title: 'Tea & Toast',
      status: 'DRAFT',
      version_number: 1,
      decision: null,
      shelf_version: null,
      shelf_url: null,
    });
    const { id } = created.body.data;
    expect((await test.service.submit(id)).body.data.status).toBe('SUBMITTED');
    expect((await test.service.startAiReview(id)).body.data.status).toBe('AI_REVIEWING');
    const review = { decision: 'approved', confidence_score: 0.93, comments: 'Nothing to object to.' } as const;
    expect((await test.service.recordAiReview(id, review)).body.data.status).toBe('ADMIN_REVIEWING');

    expect(await listMoves(id)).toEqual([
      ['create', null, 'DRAFT'],
      ['submit', 'DRAFT', 'SUBMITTED'],
      ['start_ai_review', 'SUBMITTED', 'AI_REVIEWING'],
      ['ai_approve', 'AI_REVIEWING', 'AI_APPROVED'],
      ['queue_for_review', 'AI_APPROVED', 'ADMIN_REVIEWING'],
    ]);
    const [, , , aiApproval] = await listHistory(test, id);
    expect(aiApproval).toMatchObject({ aiDecision: 'approved', aiConfidence: 0.93, comments: 'Nothing to object to.' });
    const now = test.clock.now();
    const aiColumns = { aiDecision: 'approved', aiConfidence: 0.93, aiComments: 'Nothing to object to.' };
    expect(await getRow(test, id)).toMatchObject({ ...aiColumns, submittedAt: now, queuedAt: now });
    const [version] = await test.db.orm
      .select()
      .from(publicationVersions)
      .where(eq(publicationVersions.publicationId, id));
    expect(version).toMatchObject({ ...aiColumns, number: 1, submittedAt: now, title: 'Tea & Toast' });
  });

  it('goes straight to reviewers when the AI leaves the decision to them, and stays with the AI’s rejection', async () => {
    const unsure = await test.service.sendForReview(createWork(), { decision: 'needs_review', confidence_score: 0.5 });
    expect(unsure.status).toBe('ADMIN_REVIEWING');
    const refused = await test.service.sendForReview(createWork(), { decision: 'rejected', confidence_score: 1 });
    expect(refused.status).toBe('AI_REJECTED');
  });

  it('gets a slug of its own, never a reserved one', async () => {
    const titles = ['Categories', 'Kauri', 'Kauri', '1984', '茶'];
    const slugs = [];
    for (const title of titles) slugs.push(expectData(await test.service.create(createWork({ title }))).slug);
    expect(slugs).toEqual([
      'categories-publication',
      'kauri',
      'kauri-2',
      '1984',
      expect.stringMatching(/^publication-\d+$/),
    ]);
  });

  it('changes in place as a draft, and as version n+1 after a rejection', async () => {
    const { id } = expectData(await test.service.create(createWork()));
    const changed = await test.service.change(id, createWork({ title: 'Second title', subcategory: null }));
    expect(changed.body.data).toMatchObject({ title: 'Second title', slug: 'rivers-of-taranaki-3', version_number: 1 });
    expectData(await test.service.submit(id));
    expectData(await test.service.recordAiReview(id, { decision: 'rejected', confidence_score: 0.8 }));

    const revised = await test.service.change(id, createWork({ title: 'Third title' }));
    expect(revised.body.data).toMatchObject({ title: 'Third title', status: 'DRAFT', version_number: 2 });
    expect(await getRow(test, id)).toMatchObject({ submittedAt: null, aiDecision: null, aiConfidence: null });
    const versions = await test.db.orm
      .select()
      .from(publicationVersions)
      .where(eq(publicationVersions.publicationId, id))
      .orderBy(publicationVersions.number);
    expect(versions.map(({ number, title, aiDecision }) => [number, title, aiDecision])).toEqual([
      [1, 'Second title', 'rejected'],
      [2, 'Third title', null],
    ]);
    expect((await listHistory(test, id)).at(-1)).toMatchObject({ move: 'revise', versionNumber: 2 });
  });

  it('comes on the shelf when the service confirms it, stays there while the next version is reviewed, and leaves at once', async () => {
    const id = await createPublicationIn(test, 'APPROVED');
    const wakes = test.countPublisherWakes();
    const jobs = (await listPublicationJobs(test)).length;
    const published = await test.service.confirm(id);
    expect(published.body.data).toMatchObject({ status: 'PUBLISHED', shelf_version: 1 });
    expect(published.body.data.shelf_url).toMatch(/^http:\/\/localhost:4321\/openshelf\/rivers-of-taranaki/);
    expect((await listPublicationJobs(test)).at(-1)).toMatchObject({ subjectId: id, userId: null });
    const { publishedAt } = await getRow(test, id);

    test.clock.advance(1_000);
    expect((await test.service.change(id, createWork())).body.data).toMatchObject({
      status: 'DRAFT',
      version_number: 2,
      shelf_version: 1,
    });
    const withdrawn = await test.service.withdraw(id);
    expect(withdrawn.body.data).toMatchObject({ status: 'WITHDRAWN', shelf_version: null, shelf_url: null });
    expect(await getRow(test, id)).toMatchObject({ publishedAt, shelfUpdatedAt: test.clock.now() });
    expect((await listPublicationJobs(test)).length - jobs).toBe(2);
    expect(test.countPublisherWakes() - wakes).toBe(2);
  });

  it('that was appealed waits for another reviewer than the one who rejected it', async () => {
    const { id: userId } = await createUser(test, { role: 'admin' });
    const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
    await decide(id, 'reject', userId);
    test.clock.advance(10_000);
    const before = await test.service.read(id);
    expect(before.body.data.decision).toMatchObject({
      decision: 'rejected',
      changes_requested: false,
      comments: 'The sources are missing.',
      reasons: ['Advice, no source'],
    });
    const appealed = await test.service.appeal(id, 'They are in the appendix.');
    expect(appealed.body.data).toMatchObject({ status: 'ADMIN_REVIEWING', decision: null });
    expect(await getRow(test, id)).toMatchObject({ excludedReviewerId: userId, queuedAt: test.clock.now() });
    expect((await listHistory(test, id)).at(-1)).toMatchObject({
      move: 'appeal',
      comments: 'They are in the appendix.',
    });
  });

  it('is appealed twice at most, and never judged again by who has judged it', async () => {
    const [first, second, third] = [
      await createApiCaller(test),
      await createApiCaller(test),
      await createApiCaller(test),
    ];
    const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
    const reject = async (caller: typeof first) =>
      (await caller.call('POST', `/api/admin/openshelf/reviews/${id}/reject`, { comments: 'No sources.' })).status;
    const appeal = async () => {
      test.clock.advance(10_000);
      return (await test.service.appeal(id, 'Read it again.')).status;
    };
    expect([await reject(first), await appeal()]).toEqual([200, 200]);
    expect([await reject(first), await reject(second), await appeal()]).toEqual([409, 200, 200]);
    expect([await reject(first), await reject(second), await reject(third)]).toEqual([409, 409, 200]);
    expect(await appeal()).toBe(409);
    const { rows } = await test.db.client.execute({
      sql: 'SELECT payload FROM openshelf_webhooks WHERE publication_id = ? ORDER BY id',
      args: [id],
    });
    const sent = rows.map(({ payload }) => JSON.parse(String(payload)).data);
    expect(sent.map(({ final }) => final)).toEqual([false, false, true]);
    expect(sent.map(({ appeal_until: until }) => until !== null)).toEqual([true, true, false]);
    expect((await test.service.read(id)).body.data).toMatchObject({ final: true, appeal_until: null });
  });

  it('can be appealed for 30 days, and says until when', async () => {
    const id = await createPublicationIn(test, 'REJECTED', { decidedAt: test.clock.now() });
    const until = new Date(test.clock.now() + 30 * 24 * 3_600_000).toISOString();
    expect((await test.service.read(id)).body.data).toMatchObject({ final: false, appeal_until: until });
    test.clock.advance(30 * 24 * 3_600_000);
    const late = await test.service.appeal(id, 'Read it again.');
    expect([late.status, late.body.message]).toEqual([
      409,
      'This rejection is final: it can’t be appealed any more. The author can send the next version.',
    ]);
    expect((await test.service.read(id)).body.data).toMatchObject({ final: true, appeal_until: null });
    const admin = await createApiCaller(test);
    const detail = await admin.call('GET', `/api/admin/openshelf/publications/${id}`);
    expect(detail.body.data).toMatchObject({ appeal_until: null, is_appeal_over: true });
  });

  it('is judged again by the same reviewer where there is no other, for the last time', async () => {
    const alone = await createOpenshelfApp();
    const reviewer = await createApiCaller(alone);
    const id = await createPublicationIn(alone, 'ADMIN_REVIEWING');
    const path = `/api/admin/openshelf/reviews/${id}/reject`;
    expect((await reviewer.call('POST', path, { comments: 'No sources.' })).status).toBe(200);
    alone.clock.advance(10_000);
    expect((await alone.service.appeal(id, 'Read it again.')).status).toBe(200);
    const detail = await reviewer.call('GET', `/api/admin/openshelf/publications/${id}`);
    expect(detail.body.data).toMatchObject({ is_appeal: true, decision_blocked: null, is_final: true });
    expect((await reviewer.call('POST', path, { comments: 'Still none.' })).status).toBe(200);
    alone.clock.advance(10_000);
    expect((await alone.service.appeal(id, 'Once more.')).status).toBe(409);
    expect((await alone.service.read(id)).body.data).toMatchObject({ final: true, appeal_until: null });
    await alone.close();
  });

  it('whose title is in a script that can’t be transliterated has its id in its address', async () => {
    const work = { ...createWork(), title: '天気の本' };
    const [first, second] = [expectData(await test.service.create(work)), expectData(await test.service.create(work))];
    expect([first.slug, second.slug]).toEqual([`publication-${first.id}`, `publication-${second.id}`]);
  });

  it('whose AI rejection is appealed excludes no reviewer', async () => {
    const id = await createPublicationIn(test, 'AI_REJECTED', { decidedBy: 7 });
    expect((await test.service.appeal(id, 'Read it again.')).status).toBe(200);
    expect((await getRow(test, id)).excludedReviewerId).toBe(0);
    const admin = await createApiCaller(test);
    const path = `/api/admin/openshelf/publications/${id}`;
    expect((await admin.call('GET', path)).body.data).toMatchObject({ is_appeal: true, decision_blocked: null });
  });

  it('hides a decision from the service while its reviewer can undo it', async () => {
    const { id: userId } = await createUser(test, { role: 'admin' });
    const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
    await decide(id, 'approve', userId);
    test.clock.advance(9_999);
    expect((await test.service.read(id)).body.data).toMatchObject({ status: 'ADMIN_REVIEWING', decision: null });
    const early = await test.service.confirm(id);
    expect(early.status).toBe(409);
    expect(early.body.message).toBe(
      'Only a publication in APPROVED can be confirmed as published; this one is in ADMIN_REVIEWING.',
    );
    test.clock.advance(1);
    expect((await test.service.read(id)).body.data).toMatchObject({
      status: 'APPROVED',
      decision: { decision: 'approved' },
    });
    expect((await test.service.confirm(id)).body.data.status).toBe('PUBLISHED');
  });

  it('can be withdrawn by its author while a decision can still be undone', async () => {
    const id = await createPublicationIn(test, 'ADMIN_REVIEWING');
    await decide(id, 'approve', 1);
    expect((await test.service.withdraw(id)).body.data.status).toBe('WITHDRAWN');
  });
});

describe('a request', () => {
  const refuse = async (changes: object, path: string, message: string) => {
    const response = await test.service.create({ ...createWork(), ...changes } as never);
    expect([response.status, response.body.issues]).toEqual([400, [{ path, message }]]);
  };

  it.each([
    [{ title: undefined }, 'title', 'Enter a title.'],
    [{ title: 'x'.repeat(201) }, 'title', 'Keep the title to 200 characters or fewer.'],
    [{ title: 'two\nlines' }, 'title', 'Keep the title on one line.'],
    [{ author_name: ' ' }, 'author_name', 'Enter an author.'],
    [{ description: 5 }, 'description', 'Enter a description.'],
    [{ author_bio: 'x\u0000' }, 'author_bio', 'Remove special characters from the biography and try again.'],
    [{ category: undefined }, 'category', 'Choose a category.'],
    [{ category: 'Poetry' }, 'category', 'This category no longer exists. Choose another.'],
    [{ subcategory: 'Poetry' }, 'subcategory', 'This category no longer exists. Choose another.'],
    [{ status: 'PUBLISHED' }, 'status', 'Unknown field: status.'],
    [{ html_url: 7 }, 'html_url', 'Enter a web address.'],
    [
      { pdf_url: `https://a.example/${'x'.repeat(2_000)}` },
      'pdf_url',
      'Keep the web address to 2,000 characters or fewer.',
    ],
    [
      { md_url: `https://a.example/${'ā'.repeat(900)}` },
      'md_url',
      'Keep the web address to 2,000 characters or fewer.',
    ],
    [{ epub_url: 'https://user@a.example/' }, 'epub_url', 'Remove the user name and password from the web address.'],
    [
      { html_url: 'https://user:secret@a.example/' },
      'html_url',
      'Remove the user name and password from the web address.',
    ],
  ])('with %o is refused', (changes, path, message) => refuse(changes, path, message));

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://a.example/x.html',
    '//a.example/x.html',
    'https:a.example/x.html',
    'https:\\\\a.example/x.html',
    'https://a.example\\@b.example/',
    'https://',
    'https://a.example/\u202egpj.html',
    'https://a.example/\u0000',
    ' https://a.example/',
    'https://a.example/a b',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'view-source:https://a.example/',
    '',
  ])('T26 with the web address %j is refused', async (address) => {
    for (const field of ['html_url', 'pdf_url', 'md_url', 'epub_url']) {
      await refuse({ [field]: address }, field, 'Enter a web address that starts with https://.');
    }
  });

  it('has its addresses stored as the URL parser writes them', async () => {
    const { id } = expectData(await test.service.create(createWork({ html_url: 'HTTPS://A.Example/te\u0304?q=1#2' })));
    expect((await getRow(test, id)).htmlUrl).toBe('https://a.example/t%C4%93?q=1#2');
  });

  it('to submit a work without any format is refused', async () => {
    const { id } = expectData(await test.service.create(createWork({ html_url: null })));
    const response = await test.service.submit(id);
    const message = 'Add the web address of at least one format: HTML, PDF, Markdown or EPUB.';
    expect([response.status, response.body.issues]).toEqual([400, [{ path: 'html_url', message }]]);
  });

  it.each([
    [{ decision: 'maybe', confidence_score: 1 }, '‘decision’ must be approved, rejected or needs_review.'],
    [{ decision: 'approved', confidence_score: 1.01 }, '‘confidence_score’ must be a number from 0 to 1.'],
    [{ decision: 'approved' }, '‘confidence_score’ must be a number from 0 to 1.'],
  ])('with the AI review %o is refused', async (review, message) => {
    const id = await createPublicationIn(test, 'SUBMITTED');
    const response = await test.service.call('POST', `/publications/${id}/ai-review`, review);
    expect([response.status, response.body.message]).toEqual([400, message]);
  });

  it('for a publication that does not exist is 404', async () => {
    const responses = await Promise.all([
      ...[test.service.read(9_999), test.service.change(9_999, createWork()), test.service.submit(9_999)],
      ...[test.service.startAiReview(9_999), test.service.appeal(9_999, 'No.'), test.service.withdraw(9_999)],
      test.service.confirm(9_999),
      test.service.recordAiReview(9_999, { decision: 'approved', confidence_score: 1 }),
    ]);
    for (const { status, body } of responses) {
      expect([status, body.message]).toEqual([404, 'The requested publication could not be found.']);
    }
  });
});

it('the categories are public, for pages of any site', async () => {
  const response = await test.app.request('/api/v1/publish/openshelf/categories', {
    headers: { Origin: 'https://other.example' },
  });
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  const { categories } = (await response.json()) as { categories: { id: number; name: string; parent_id: number }[] };
  expect(categories).toHaveLength(45);
  expect(categories.slice(0, 2)).toEqual([
    { id: 1, name: 'Fiction', parent_id: null },
    { id: 2, name: 'Non-Fiction', parent_id: null },
  ]);
  expect(categories).toContainEqual({ id: 15, name: 'Biography & Memoir', parent_id: 2 });
});
