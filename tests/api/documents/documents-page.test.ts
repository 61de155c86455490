import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createOwnApp } from '../../support/app/own-app.ts';
import type { TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
let admin: ApiCaller;
let person: ApiCaller;
beforeEach(async () => {
  test = await createOwnApp();
  admin = await createApiCaller(test);
  person = await createApiCaller(test, 'user');
});
afterEach(() => test.close());

const content =
  '<pre><code class="language-bash">for a in b; do ls; done</code></pre>' +
  '<p data-block="embed"><a href="https://vimeo.com/76979871">A film</a></p>' +
  '<p data-block="bookmark"><a href="https://x.example/">A page</a></p>';

const add = async (changes: object = {}): Promise<number> =>
  (await admin.call('POST', '/api/documents', { title: 'Tea', content, ...changes })).body.id;
const read = (address: string | number, caller = person) => caller.call('GET', `/api/documents/page/${address}`);

it('a document comes as its page shows it, by its address, one that it had, and its id; the stored text stays as it is', async () => {
  const id = await add();
  await admin.call('PUT', `/api/documents/${id}`, { title: 'Tea', slug: 'teas' });
  const { status, body } = await read('teas');
  expect([status, body.title, body.content]).toEqual([200, 'Tea', undefined]);
  expect(body.html).toContain('<div class="code"><div class="code-head"><span class="code-language">Bash</span>');
  expect(body.html).toContain('<span class="k-keyword">for</span>');
  expect(body.html).toContain('<a class="bookmark" href="https://x.example/"');
  for (const address of ['tea', id]) expect((await read(address)).body).toEqual(body);
  expect((await person.call('GET', `/api/documents/${id}`)).body.content).not.toMatch(/class="(?:k-|code"|bookmark)/);
});

it('an embed opens its site in a new tab, because the screen of readers allows no frames', async () => {
  await add();
  const { html } = (await read('tea')).body;
  expect(html).toContain('<a class="embed-play no-print" href="https://vimeo.com/76979871"');
  expect(html).not.toMatch(/data-frame|data-play/);
});

it('T24 a draft is there for admins only', async () => {
  const id = await add({ status: 'draft' });
  for (const address of ['tea', id, 'none', '7'.repeat(40)]) expect((await read(address)).status).toBe(404);
  expect((await read('tea', admin)).status).toBe(200);
});

it('T20 a text that isn’t stored is sanitised and shown the same', async () => {
  await add();
  const preview = (text: string, caller = admin) => caller.call('POST', '/api/documents/preview', { content: text });
  expect((await preview(content)).body.html).toBe((await read('tea')).body.html);
  expect((await preview('<p onclick="a()">x<script>y</script></p>')).body).toEqual({ html: '<p>x</p>' });
  expect((await preview(content, person)).status).toBe(403);
});
