import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHtmlProcessor, WORKER_MIN_LENGTH } from '#api/adapters/html/html-processor.ts';
import { WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import { SEARCH_MAX_DIFFERENT_WORDS } from '#api/adapters/html/html-tasks.ts';
import { CONTENT_MAX_HEADINGS, CONTENT_MAX_LENGTH, CONTENT_MAX_TAGS } from '#api/domain/field-limits.ts';
import { selectCount } from '../support/app/blog-request.ts';
import {
  type DraftCaller,
  createDraftCaller,
  createDraftFields,
  openDraftTab,
} from '../support/drafts/draft-caller.ts';
import { createTestApp, type TestApp } from '../support/app/test-app.ts';

let test: TestApp;
let admin: DraftCaller;
beforeEach(async () => {
  test = await createTestApp();
  admin = await createDraftCaller(test);
});
afterEach(() => test.close());

const TAGS = /^The content may have at most 60,000 opening and closing tags\.$/;
const LENGTH = /^The content may have at most 1,500,000 characters, tags included\.$/;
const HEADINGS = /^The content may have at most 1,000 headings\.$/;
const TOO_MANY_TAGS = '<b>x</b>'.repeat(CONTENT_MAX_TAGS / 2 + 1);
const rejectedContents: [string, string, RegExp][] = [
  ['too many tags', TOO_MANY_TAGS, TAGS],
  ['closing tags alone, which become elements', '</p>'.repeat(CONTENT_MAX_TAGS / 2 + 1), TAGS],
  ['images that grow when they are sanitised', '<img>'.repeat(CONTENT_MAX_TAGS - 1), LENGTH],
  ['less-than signs, which become entities', '<'.repeat(CONTENT_MAX_LENGTH / 4 + 1), LENGTH],
  ['ampersands, which become entities', '&'.repeat(CONTENT_MAX_LENGTH / 5 + 1), LENGTH],
  ['too many headings', '<h2>x</h2>'.repeat(CONTENT_MAX_HEADINGS + 1), HEADINGS],
  ['plain text that is too long', 'x'.repeat(CONTENT_MAX_LENGTH + 1), LENGTH],
];

/** One request to every route that takes content. */
async function createRequestsWith(content: string): Promise<[string, string, object][]> {
  const tab = openDraftTab(admin, 'session-one');
  const { id } = (await tab.create('<p>x</p>')).body;
  const document = { title: 'A', section_id: null };
  const created = await admin.call('POST', '/api/documents', { ...document, content: '<p>x</p>' });
  const client_id = 'session-two';
  const save = { content, client_id: 'session-one', version: 1, base_revision: 1 };
  return [
    ['POST', '/api/blogs', { title: 'A', content }],
    ['PUT', `/api/blogs/${id}`, { title: 'A', content }],
    ['POST', '/api/blogs/drafts', { fields: createDraftFields(), content, client_id }],
    ['PUT', `/api/blogs/${id}/draft`, { fields: createDraftFields(), ...save }],
    ['POST', '/api/documents', { ...document, content }],
    ['PUT', `/api/documents/${created.body.id}`, { ...document, content }],
    ['POST', '/api/documents/drafts', { fields: { ...document, status: 'draft' }, content, client_id }],
  ];
}

describe('T23 content is measured after it is sanitised', () => {
  it.each(rejectedContents)('%s are rejected', async (_name, content, sentence) => {
    const { status, body: problem } = await admin.call('POST', '/api/blogs', { title: 'A', content });
    expect([status, problem.code]).toEqual([400, 'validation_failed']);
    expect(problem.message).toMatch(sentence);
  });

  it('every route rejects with the same message', async () => {
    for (const [method, path, body] of await createRequestsWith(TOO_MANY_TAGS)) {
      const { status, body: problem } = await admin.call(method, path, body);
      expect([method, path, status, problem.code]).toEqual([method, path, 400, 'validation_failed']);
      expect([path, problem.message]).toEqual([path, expect.stringMatching(TAGS)]);
    }
  });

  it('a saved draft can always be published: the limit of a save counts the sanitised content', async () => {
    const tab = openDraftTab(admin, 'session-one');
    const content = '<img src="/uploads/a.webp">'.repeat(20_000);
    const { id } = (await tab.create('<p>x</p>')).body;
    const saved = await tab.save(id, { version: 1, base_revision: 1 }, content, { status: 'published' });
    expect(saved.status).toBe(200);
    expect((await tab.publish(id, saved.body.version)).status).toBe(200);
    expect(await selectCount(test, 'SELECT length(content) FROM blogs')).toBeGreaterThan(content.length);
  });

  it('content that fits once it is sanitised is accepted', async () => {
    const content = `<p>kept</p><script>${'x'.repeat(CONTENT_MAX_LENGTH)}</script>`;
    const { status, body } = await admin.call('POST', '/api/blogs', { title: 'A', content });
    expect([status, body.content]).toEqual([201, '<p>kept</p>']);
  });

  it('search indexes a limited number of different words, and the content is stored whole', async () => {
    const words = Array.from({ length: SEARCH_MAX_DIFFERENT_WORDS + 9 }, (_, index) => `w${index}`);
    const { body } = await admin.call('POST', '/api/blogs', { title: 'A', content: `<p>${words.join(' ')}</p>` });
    expect(body.content).toContain(words.at(-1));
    expect(await selectCount(test, 'SELECT word_count FROM blogs')).toBe(words.length);
    expect(
      await selectCount(
        test,
        `SELECT count(*) FROM blogs WHERE content_text LIKE '%w${SEARCH_MAX_DIFFERENT_WORDS - 1}'`,
      ),
    ).toBe(1);
  });
});

describe('T23 long HTML is processed in a worker', () => {
  const long = `<p>${'word '.repeat(WORKER_MIN_LENGTH / 5)}</p>`;

  it('other requests are answered while it runs', async () => {
    // A worker that reports when it has started a task and waits for a message before it finishes.
    const name = crypto.randomUUID();
    const tasks = new URL('../../api/adapters/html/html-tasks.ts', import.meta.url).href;
    const script = `import { parentPort } from 'node:worker_threads';
      import { htmlTasks } from ${JSON.stringify(tasks)};
      const channel = new BroadcastChannel(${JSON.stringify(name)});
      parentPort.on('message', ({ id, payload: { task, args } }) => {
        channel.onmessage = () => parentPort.postMessage({ id, result: htmlTasks[task](...args) });
        channel.postMessage('started'); });`;
    const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    test.deps.html = createHtmlProcessor({ workerUrl });
    const channel = new BroadcastChannel(name);
    const hasStarted = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }));
    const saving = admin.call('POST', '/api/blogs', { title: 'A', content: long });
    await hasStarted;
    expect((await test.app.request('/api/health')).status).toBe(200);
    expect(await selectCount(test, 'SELECT count(*) FROM blogs')).toBe(0);
    channel.postMessage('finish');
    expect((await saving).status).toBe(201);
    channel.close();
    await test.deps.html.close();
  });

  it('short HTML is processed without a worker', async () => {
    const processor = createHtmlProcessor({ workerUrl: new URL('file:///there-is-no-such-worker.mjs') });
    expect(await processor.run('prepareContent', '<p>x</p>', 100)).toMatchObject({ content: '<p>x</p>', wordCount: 1 });
    await expect(processor.run('prepareContent', long, 100)).rejects.toThrow('Couldn’t process the HTML');
    await processor.close();
  });

  it('a worker that crashes or hangs fails its tasks; the next task gets a new worker', async () => {
    const failing = new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, payload: { args: [html] } }) => {
        if (html.startsWith('die')) process.exit(3);
        if (!html.startsWith('hang')) parentPort.postMessage({ id, result: 'fine' }); });`);
    const processor = createHtmlProcessor({ workerUrl: failing, timeoutMs: 2_000 });
    await expect(processor.run('outlineContent', `die${long}`)).rejects.toThrow('its thread ended with code 3');
    expect(await processor.run('outlineContent', long)).toBe('fine');
    await expect(processor.run('outlineContent', `hang${long}`)).rejects.toThrow(WorkerTimeoutError);
    expect(await processor.run('outlineContent', long)).toBe('fine');
    await processor.close();
  });

  it('text that takes too long is answered with 503 and a message', async () => {
    const hanging = new URL('data:text/javascript,setInterval(() => undefined, 1000);');
    test.deps.html = createHtmlProcessor({ workerUrl: hanging, timeoutMs: 1 });
    const { status, body } = await admin.call('POST', '/api/blogs', { title: 'A', content: long });
    expect([status, body.message]).toEqual([
      503,
      'This text takes too long to check. Try again, or split it into parts.',
    ]);
    await test.deps.html.close();
  });
});
