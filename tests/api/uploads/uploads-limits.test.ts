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

const waitUntil = (condition: () => Promise<boolean>) => expect.poll(condition).toBe(true);

describe('T22 size', () => {
  const padTo = (sample: SampleFile, bytes: number): SampleFile => ({
    ...sample,
    bytes: Buffer.concat([sample.bytes, Buffer.alloc(bytes - sample.bytes.length)]),
  });

  it('an image of 10 MB is accepted; one byte more gets 413 and closes the connection', async () => {
    const server = await startUploadServer(test);
    const exact = await sendFile(test, token, padTo(createFlatPng(9, 9), 10 * MB));
    expect(exact.status).toBe(201);
    const body = createRawForm(padTo(createFlatPng(10, 9), 10 * MB + 1));
    for (const announced of [body.length, null]) {
      const { response } = await sendRawUpload(server.port, { token, body, announced });
      const { status, text, isClosed } = await response;
      expect([status, isClosed]).toEqual([413, true]);
      expect(text).toContain('payload_too_large');
    }
    expect(await countStoredUploads(test)).toBe(1);
    await server.close();
  });

  it('an image without a declared type has the same limit', async () => {
    const { status, body } = await sendFile(test, token, { ...padTo(createFlatPng(9, 9), 10 * MB + 1), type: '' });
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  it('more than 100 MB are rejected before they are sent', async () => {
    const server = await startUploadServer(test);
    const { bytes } = await readMp4();
    const body = createRawForm({ name: 'x.mp4', type: 'video/mp4', bytes });
    const { response } = await sendRawUpload(server.port, { token, body, announced: 101 * MB });
    expect(await response).toMatchObject({ status: 413, isClosed: true });
    expect(await listDataFiles(test)).toEqual([]);
    await server.close();
  });

  it('a request without a valid session is answered before its body arrives, and the connection is closed', async () => {
    const server = await startUploadServer(test);
    const { response } = await sendRawUpload(server.port, {
      token: 'x'.repeat(40),
      body: Buffer.alloc(1000),
      announced: 50 * MB,
    });
    expect(await response).toMatchObject({ status: 401, isClosed: true });
    await server.close();
  });

  it('an aborted upload leaves no file', async () => {
    const server = await startUploadServer(test);
    const body = createRawForm(await createJpeg(2000, 1500));
    const { socket } = await sendRawUpload(server.port, {
      token,
      body: body.subarray(0, body.length / 2),
      announced: body.length,
    });
    await waitUntil(async () => (await listDataFiles(test)).some((file) => file.endsWith('received')));
    socket.destroy();
    await waitUntil(async () => (await listDataFiles(test)).length === 0);
    expect(await countStoredUploads(test)).toBe(0);
    await server.close();
  });

  it.each([
    ['no multipart form', 'application/json', 415],
    ['no boundary', 'multipart/form-data', 415],
    ['another boundary', 'multipart/form-data; boundary=other', 400],
  ])('%s is rejected', async (_what, contentType, status) => {
    const server = await startUploadServer(test);
    const { response } = await sendRawUpload(server.port, {
      token,
      body: createRawForm(createFlatPng(9, 9)),
      contentType,
    });
    expect((await response).status).toBe(status);
    expect(await listDataFiles(test)).toEqual([]);
    await server.close();
  });
});

describe('T22 F9 storage space', () => {
  it('uploads above the quota are rejected', async () => {
    await sendFile(test, token, await createJpeg(64, 64));
    test.deps.uploads.quotaBytes = 5_000;
    const { status, body } = await sendFile(test, token, await createJpeg(900, 600));
    expect([status, body.code]).toEqual([507, 'insufficient_storage']);
    expect(body.message).toContain('you no longer use');
    expect(await countStoredUploads(test)).toBe(1);
  });

  it('a tenth of the disk stays free', async () => {
    const sample = await createJpeg(64, 64);
    test.deps.uploads.getDiskSpace = async () => ({ free: 100 * MB, total: 1000 * MB });
    expect((await sendFile(test, token, sample)).body.code).toBe('insufficient_storage');
    test.deps.uploads.getDiskSpace = async () => ({ free: 101 * MB, total: 1000 * MB });
    expect((await sendFile(test, token, sample)).status).toBe(201);
  });

  it('a disk that becomes full gets 507 and leaves no file; later uploads work', async () => {
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
