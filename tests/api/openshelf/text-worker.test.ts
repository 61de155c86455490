import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import { PublicationTextWorker } from '#api/features/openshelf/texts/worker.service.ts';
import { publicationTexts, publications } from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createPublication, insertVersion } from '../../support/app/publications.ts';
import { createOpenshelfApp, type OpenshelfApp } from '../../support/openshelf/openshelf-app.ts';
import { expectData } from '../../support/openshelf/publishing-service.ts';
import { createWork } from '../../support/openshelf/sample-work.ts';

const MINUTE_MS = 60_000;

let test: OpenshelfApp;
let admin: ApiCaller;
let worker: PublicationTextWorker;
/** The texts of works, by their addresses; the address is missing where there is none. */
let texts: Record<string, string>;
let fetched: string[];

beforeAll(async () => {
  test = await createOpenshelfApp();
  admin = await createApiCaller(test);
  test.deps.openshelfTexts = { wake: () => worker.wake() };
});
beforeEach(async () => {
  await write(test.db, [test.db.orm.delete(publications)]);
  texts = {};
  fetched = [];
  test.deps.safeFetch = async (url) => {
    fetched.push(url);
    const text = texts[url];
    if (text === undefined) throw new FetchError('No server was found at the address.');
    return { text, format: 'html', url };
  };
  worker = new PublicationTextWorker(test.deps);
  return () => worker.stop();
});
afterAll(() => test.close());

const toUrl = (name: string) => `https://books.example/${name}.html`;
const add = (name: string, values: Parameters<typeof createPublication>[1] = {}) =>
  createPublication(test, { title: name, htmlUrl: toUrl(name), ...values });
const listPending = async () =>
  (await admin.call('GET', '/api/admin/openshelf/reviews/pending?limit=100')).body.data.publications;

it('fetches the texts of works in the queue, the longest wait first and two at a time', async () => {
  const now = test.clock.now();
  for (const [name, minutes] of Object.entries({ third: 20, first: 40, fourth: 10, second: 30 })) {
    texts[toUrl(name)] = `<p>${name}</p>`;
    await add(name, { queuedAt: now - minutes * MINUTE_MS });
  }
  const loadPage = test.deps.safeFetch;
  let open = 0;
  let mostOpen = 0;
  test.deps.safeFetch = async (url) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    const page = await loadPage(url);
    open -= 1;
    return page;
  };
  worker = new PublicationTextWorker(test.deps);
  await worker.whenIdle();
  expect(fetched).toEqual(['first', 'second', 'third', 'fourth'].map(toUrl));
  expect(mostOpen).toBe(2);
  await worker.whenIdle();
  expect(fetched).toHaveLength(4);
});

it('marks copies in the queue that nobody has opened', async () => {
  for (const name of ['original', 'copy']) texts[toUrl(name)] = '<p>One text under two names.</p>';
  await add('original');
  await add('copy');
  expect((await listPending()).map(({ same_text_as: other }: { same_text_as: unknown }) => other)).toEqual([
    null,
    null,
  ]);
  await worker.whenIdle();
  expect(
    (await listPending()).map(({ title, same_text_as: other }: { title: string; same_text_as: { title: string } }) => [
      title,
      other.title,
    ]),
  ).toEqual([
    ['original', 'copy'],
    ['copy', 'original'],
  ]);
});

it.each([
  ['an approval by the AI', 'approved'],
  ['a work that the AI passes on', 'needs_review'],
] as const)('is woken by %s', async (_name, decision) => {
  texts[toUrl('new')] = '<p>New</p>';
  const { id } = expectData(await test.service.create(createWork({ html_url: toUrl('new') })));
  await test.service.submit(id);
  await worker.whenIdle();
  expect(fetched).toEqual([]);
  await test.service.recordAiReview(id, { decision, confidence_score: 0.9 });
  await expect.poll(() => fetched).toEqual([toUrl('new')]);
});

it('is woken by an appeal, by a review that is opened and by an undo', async () => {
  const submit = async (name: string) => {
    const { id } = expectData(await test.service.create(createWork({ html_url: toUrl(name) })));
    await test.service.submit(id);
    await test.service.recordAiReview(id, { decision: 'rejected', confidence_score: 0.9 });
    return id;
  };
  const appealed = await submit('appealed');
  const opened = await submit('opened');
  const undone = await add('undone');
  const { body } = await admin.call('POST', `/api/admin/openshelf/reviews/${undone}/approve`, {});
  await worker.whenIdle();
  expect(fetched).toEqual([]);
  await test.service.appeal(appealed, 'Please look again.');
  await expect.poll(() => fetched).toEqual([toUrl('appealed')]);
  await admin.call('POST', `/api/admin/openshelf/publications/${opened}/open-review`);
  await expect.poll(() => fetched).toEqual(['appealed', 'opened'].map(toUrl));
  await admin.call('POST', '/api/admin/undo', { ids: [body.undo.id] });
  await expect.poll(() => fetched).toEqual(['appealed', 'opened', 'undone'].map(toUrl));
});

it('fetches nothing for works outside the queue, or that are files only, and the current version of the others', async () => {
  await add('published', { status: 'PUBLISHED' });
  await createPublication(test, { pdfUrl: 'https://books.example/file.pdf' });
  const revised = await add('second-version', { versionNumber: 2 });
  await insertVersion(test, revised, { number: 1, htmlUrl: toUrl('first-version') });
  await worker.whenIdle();
  expect(fetched).toEqual([toUrl('second-version')]);
});

it('fetches a text from its new address, and the rest of the queue when one fails', async () => {
  texts[toUrl('later')] = '<p>Later</p>';
  const id = await add('failing', { queuedAt: test.clock.now() - MINUTE_MS });
  await add('later');
  await worker.whenIdle();
  expect(fetched).toEqual(['failing', 'later'].map(toUrl));
  await test.db.client.execute(
    `UPDATE publication_versions SET html_url = '${toUrl('moved')}' WHERE publication_id = ${id}`,
  );
  await worker.whenIdle();
  expect(fetched.at(-1)).toBe(toUrl('moved'));
});

it('tries a text that failed again after ten minutes, then after as long as the work has waited', async () => {
  await add('away', { queuedAt: test.clock.now() });
  const attemptMinutes: number[] = [];
  for (let minute = 0; minute <= 80; minute += 1) {
    const before = fetched.length;
    await worker.whenIdle();
    if (fetched.length > before) attemptMinutes.push(minute);
    test.clock.advance(MINUTE_MS);
  }
  expect(attemptMinutes).toEqual([0, 10, 20, 40, 80]);
});

it('tries again when the clock was put back since a failure', async () => {
  await add('away', { queuedAt: test.clock.now() });
  await worker.whenIdle();
  await test.db.client.execute(`UPDATE publication_texts SET fetched_at = ${test.clock.now() + 24 * 60 * MINUTE_MS}`);
  await worker.whenIdle();
  expect(fetched).toHaveLength(2);
});

it('adds the hash to texts that were stored without one, so that copies of them are marked', async () => {
  for (const name of ['old', 'copy']) texts[toUrl(name)] = '<h1>Kept</h1><p>before hashes were.</p>';
  const old = await add('old');
  await worker.whenIdle();
  await admin.call('POST', `/api/admin/openshelf/reviews/${old}/reject`, { comments: 'Copied.' });
  await test.db.client.execute('UPDATE publication_texts SET words_hash = NULL');
  worker = new PublicationTextWorker(test.deps);
  await add('copy');
  await worker.whenIdle();
  expect(await test.db.orm.select().from(publicationTexts)).toHaveLength(2);
  expect((await listPending())[0].same_text_as).toEqual({ id: old, title: 'old', decision: 'rejected' });
});

it('adds the hash to a text that is read without one', async () => {
  for (const name of ['old', 'copy']) texts[toUrl(name)] = '<p>Read again.</p>';
  const old = await add('old');
  await add('copy');
  await worker.whenIdle();
  await test.db.client.execute(
    `UPDATE publication_texts SET words_hash = NULL WHERE version_id =
      (SELECT id FROM publication_versions WHERE publication_id = ${old})`,
  );
  await admin.call('GET', `/api/admin/openshelf/publications/${old}/text`);
  expect((await listPending()).map(({ same_text_as: other }: { same_text_as: object }) => other)).not.toContain(null);
});
