import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUser, createTestSession } from '../../support/app/users.ts';
import { listDataFiles, countStoredUploads } from '../../support/uploads/stored-files.ts';
import { createFlatPng, createJpeg, readMp4, type SampleFile, sendFile } from '../../support/uploads/sample-files.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';
import { startUploadServer, createRawForm, sendRawUpload } from '../../support/uploads/raw-upload-client.ts';

const MB = 1024 * 1024;

let test: TestApp;
let token: string;
beforeEach(async () => {
  test = await createTestApp();
  token = await createTestSession(test, await createUser(test, { role: 'admin' }));
});
afterEach(() => test.close());

const until = (holds: () => Promise<boolean>) => expect.poll(holds).toBe(true);

describe('T22 size', () => {
  const padded = (sample: SampleFile, bytes: number): SampleFile => ({
    ...sample,
    bytes: Buffer.concat([sample.bytes, Buffer.alloc(bytes - sample.bytes.length)]),
  });

  it('10 MB of a picture are taken, one byte more is 413 and the end of the connection', async () => {
    const server = await startUploadServer(test);
    const exact = await sendFile(test, token, padded(createFlatPng(9, 9), 10 * MB));
    expect(exact.status).toBe(201);
    const body = createRawForm(padded(createFlatPng(10, 9), 10 * MB + 1));
    for (const announced of [body.length, null]) {
      const { response: answer } = await sendRawUpload(server.port, { token, body, announced });
      const { status, text, isClosed } = await answer;
      expect([status, isClosed]).toEqual([413, true]);
      expect(text).toContain('payload_too_large');
    }
    expect(await countStoredUploads(test)).toBe(1);
    await server.close();
  });

  it('a picture that was not declared as one is held to the same', async () => {
    const { status, body } = await sendFile(test, token, { ...padded(createFlatPng(9, 9), 10 * MB + 1), type: '' });
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  it('more than 100 MB are refused before they are sent', async () => {
    const server = await startUploadServer(test);
    const { bytes } = await readMp4();
    const body = createRawForm({ name: 'x.mp4', type: 'video/mp4', bytes });
    const { response: answer } = await sendRawUpload(server.port, { token, body, announced: 101 * MB });
    expect(await answer).toMatchObject({ status: 413, isClosed: true });
    expect(await listDataFiles(test)).toEqual([]);
    await server.close();
  });

  it('what is not an upload of an admin is answered at once, and the connection ends', async () => {
    const server = await startUploadServer(test);
    const { response: answer } = await sendRawUpload(server.port, {
      token: 'x'.repeat(40),
      body: Buffer.alloc(1000),
      announced: 50 * MB,
    });
    expect(await answer).toMatchObject({ status: 401, isClosed: true });
    await server.close();
  });

  it('cut in the middle, it leaves no file', async () => {
    const server = await startUploadServer(test);
    const body = createRawForm(await createJpeg(2000, 1500));
    const { socket } = await sendRawUpload(server.port, {
      token,
      body: body.subarray(0, body.length / 2),
      announced: body.length,
    });
    await until(async () => (await listDataFiles(test)).some((file) => file.endsWith('received')));
    socket.destroy();
    await until(async () => (await listDataFiles(test)).length === 0);
    expect(await countStoredUploads(test)).toBe(0);
    await server.close();
  });

  it.each([
    ['no multipart form', 'application/json', 415],
    ['no boundary', 'multipart/form-data', 415],
    ['another boundary', 'multipart/form-data; boundary=other', 400],
  ])('%s is refused', async (_what, contentType, status) => {
    const server = await startUploadServer(test);
    const { response: answer } = await sendRawUpload(server.port, {
      token,
      body: createRawForm(createFlatPng(9, 9)),
      contentType,
    });
    expect((await answer).status).toBe(status);
    expect(await listDataFiles(test)).toEqual([]);
    await server.close();
  });
});

describe('T22 F9 room', () => {
  it('all uploads together stay below their limit', async () => {
    await sendFile(test, token, await createJpeg(64, 64));
    test.deps.uploads.quotaBytes = 5_000;
    const { status, body } = await sendFile(test, token, await createJpeg(900, 600));
    expect([status, body.code]).toEqual([507, 'insufficient_storage']);
    expect(body.message).toContain('no longer used');
    expect(await countStoredUploads(test)).toBe(1);
  });

  it('a tenth of the disk stays free', async () => {
    const sample = await createJpeg(64, 64);
    test.deps.uploads.getDiskSpace = async () => ({ free: 100 * MB, total: 1000 * MB });
    expect((await sendFile(test, token, sample)).body.code).toBe('insufficient_storage');
    test.deps.uploads.getDiskSpace = async () => ({ free: 101 * MB, total: 1000 * MB });
    expect((await sendFile(test, token, sample)).status).toBe(201);
  });

  it('a disk that is full in the middle is said so, leaves nothing, and works again afterwards', async () => {
    const sample = await createJpeg(64, 64);
    const { put } = test.deps.files;
    let puts = 0;
    test.deps.files.put = (...file) => {
      puts += 1;
      if (puts < 2) return put(...file);
      return Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    };
    const { status, body } = await sendFile(test, token, sample);
    expect([status, body.code]).toEqual([507, 'insufficient_storage']);
    expect(await listDataFiles(test)).toEqual([]);
    test.deps.files.put = put;
    expect((await sendFile(test, token, sample)).status).toBe(201);
  });
});
