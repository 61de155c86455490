import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DraftCaller, createDraftCaller, openDraftTab } from '../../support/drafts/draft-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { createFlatPng, createJpeg, sendFile } from '../../support/uploads/sample-files.ts';

let test: TestApp;
let editor: DraftCaller;
beforeEach(async () => {
  test = await createTestApp();
  editor = await createDraftCaller(test);
});
afterEach(() => test.close());

const getAlt = async (id: number) => (await editor.call('GET', `/api/uploads/${id}`)).body.alt;
const figure = (url: string, alt: string) => `<figure><img src="${url}" alt="${alt}"></figure>`;

async function publish(content: string): Promise<void> {
  const { id, draft } = (await openDraftTab(editor, 'session-one').create(content, { title: 'Harbours' })).body;
  const fields = { ...draft.fields, status: 'published' };
  expect((await editor.call('POST', `/api/blogs/${id}/publish`, { version: 1, fields })).status).toBe(200);
}

describe('the alt text of an image in a post', () => {
  it('becomes that of the library when it is published, where the library has none, with an audit row', async () => {
    const { url } = (await sendFile(test, editor.token, createFlatPng(16, 9))).body;
    const { id, draft } = (await openDraftTab(editor, 'session-one').create(figure(url, 'Half'), { title: 'Boats' }))
      .body;
    expect(await getAlt(1)).toBe('');
    await openDraftTab(editor, 'session-one').save(id, draft, `${figure(url, '')}${figure(url, 'A harbour')}`);
    await editor.call('POST', `/api/blogs/${id}/publish`, {
      version: 2,
      fields: { ...draft.fields, status: 'published' },
    });
    expect(await getAlt(1)).toBe('A harbour');
    const { rows } = await test.db.client.execute("SELECT after FROM audit_log WHERE action = 'upload.changed'");
    expect(rows.map(({ after }) => JSON.parse(String(after)))).toEqual([{ alt: 'A harbour' }]);
  });

  it('leaves an alt text that the library has, and takes each image by itself', async () => {
    const first = (await sendFile(test, editor.token, createFlatPng(16, 9))).body;
    const second = (await sendFile(test, editor.token, await createJpeg(64, 64))).body;
    await editor.call('PUT', `/api/uploads/${first.id}`, { alt: 'A sheet' });
    await publish(`${figure(first.url, 'Something else')}${figure(second.url, 'A boat')}`);
    expect([await getAlt(first.id), await getAlt(second.id)]).toEqual(['A sheet', 'A boat']);
  });

  it('of an image without one is nothing to take over', async () => {
    const { url } = (await sendFile(test, editor.token, createFlatPng(16, 9))).body;
    await publish(figure(url, ''));
    expect(await getAlt(1)).toBe('');
  });

  it('that can’t be taken over leaves the post published', async () => {
    const { url } = (await sendFile(test, editor.token, createFlatPng(16, 9))).body;
    const run = test.deps.html.run.bind(test.deps.html);
    test.deps.html.run = ((task: string, ...values: never[]) =>
      task === 'outlineContent'
        ? Promise.reject(new Error('broken'))
        : run(task as never, ...(values as never))) as typeof test.deps.html.run;
    await publish(figure(url, 'A harbour'));
    expect(await getAlt(1)).toBe('');
  });
});
