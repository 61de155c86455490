import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUploadHandler } from '#api/site/upload-handler.ts';
import { FILE_MAX_BYTES } from '#api/domain/file-types.ts';
import { type ApiCaller, createApiCaller } from '../../support/app/api-caller.ts';
import { createBlogRequest } from '../../support/app/blog-request.ts';
import { createBlog } from '../../support/app/content-services.ts';
import { startHttpApp } from '../../support/app/http-app.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { SAMPLE_MP3 as MP3, SAMPLE_PDF as PDF, sendFile } from '../../support/uploads/sample-files.ts';

let test: TestApp;
let editor: ApiCaller;
beforeEach(async () => {
  test = await createTestApp();
  editor = await createApiCaller(test, 'editor');
});
afterEach(() => test.close());

const ZIP = Buffer.from(zipSync({ 'a.txt': new Uint8Array([97]) }));
const send = (name: string, type: string, bytes: Buffer) => sendFile(test, editor.token, { name, type, bytes });

it.each([
  ['list.pdf', 'application/pdf', PDF, 'file', 'pdf'],
  ['all.zip', 'application/x-zip-compressed', ZIP, 'file', 'zip'],
  ['table.csv', 'application/vnd.ms-excel', Buffer.from('a,b\nā,2\n'), 'file', 'csv'],
  ['note.txt', 'text/plain', Buffer.from('Words'), 'file', 'txt'],
  ['take.mp3', 'audio/mpeg', MP3, 'audio', 'mp3'],
])('T22 %s is stored as it is, by what its bytes say', async (name, type, bytes, kind, extension) => {
  const { status, body } = await send(name, type, bytes);
  expect([status, body.kind, body.name, body.size, body.width]).toEqual([201, kind, name, bytes.length, 0]);
  expect(body.url).toMatch(new RegExp(`^/uploads/[0-9a-f]{64}\\.${extension}$`));
  const { body: list } = await editor.call('GET', `/api/uploads?kind=${kind}`);
  expect(list.data).toHaveLength(1);
});

it.each([
  ['run.exe', 'application/octet-stream', Buffer.from('MZ\u0090\u0000')],
  ['page.html', 'text/html', Buffer.from('<script>alert(1)</script>')],
  ['page.txt', 'text/html', Buffer.from('<script>alert(1)</script>')],
  ['list.pdf', 'application/pdf', Buffer.from('<html>')],
  ['list.pdf', 'application/pdf', ZIP],
  ['data.csv', 'text/csv', Buffer.from([97, 0, 98])],
  ['empty.txt', 'text/plain', Buffer.alloc(0)],
])('T22 %s declared as %s is refused', async (name, type, bytes) => {
  expect((await send(name, type, bytes)).status).toBe(415);
});

it('T22 a file over 50 MB is refused', async () => {
  expect((await send('big.zip', 'application/zip', Buffer.alloc(FILE_MAX_BYTES + 1))).status).toBe(413);
});

it('T22 files are saved and never opened; recordings are played in parts', async () => {
  const { body: pdf } = await send('list.pdf', 'application/pdf', PDF);
  const { body: mp3 } = await send('take.mp3', 'audio/mpeg', MP3);
  const { files, log } = test.deps;
  const handler = createUploadHandler({ files, siteUrl: 'https://site.example', log });
  const server = await startHttpApp(test, { '/uploads/': handler });
  const origin = `http://127.0.0.1:${server.port}`;
  const file = await fetch(origin + pdf.url);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
  const part = await fetch(origin + mp3.url, { headers: { Range: 'bytes=0-3' } });
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
  await server.close();
});

it('a file that a post links to is not deleted', async () => {
  const { body: pdf } = await send('list.pdf', 'application/pdf', PDF);
  const content = `<p data-block="file"><a href="${pdf.url}">List</a></p>`;
  await createBlog(test.deps, createBlogRequest({ title: 'Tea', content }));
  const { status, body } = await editor.call('DELETE', `/api/uploads/${pdf.id}`);
  expect([status, body.error]).toEqual([409, expect.stringContaining('Tea')]);
});
