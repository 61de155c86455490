import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyVideo } from '#api/adapters/media/mediabunny-videos.ts';
import { createUser, createTestSession } from '../../support/app/users.ts';
import { readMp4, type SampleFile, sendFile, readWebm } from '../../support/uploads/sample-files.ts';
import {
  fragmentedMp4,
  indexFirstMp4,
  inspectVideo,
  recordedWebm,
  SECRETS,
  taggedMp4,
  taggedWebm,
} from '../../support/uploads/sample-videos.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

const SAMPLES: [string, () => Promise<SampleFile>][] = [
  ['an MP4 with tags, location, camera, chapters and XMP', taggedMp4],
  ['an MP4 with its index first', indexFirstMp4],
  ['a fragmented MP4', fragmentedMp4],
  ['a WebM with tags, attachment and chapters', taggedWebm],
  ['a WebM of unknown length', recordedWebm],
];

describe('T22 metadata of videos', () => {
  let test: TestApp;
  let token: string;
  beforeEach(async () => {
    test = await createTestApp();
    token = await createTestSession(test, await createUser(test, { role: 'admin' }));
  });
  afterEach(() => test.close());

  it('the samples contain every secret', async () => {
    const [phone, recording] = [await taggedMp4(), await taggedWebm()];
    for (const secret of Object.values(SECRETS)) {
      expect(phone.bytes.includes(secret) || secret === SECRETS.xmp, secret).toBe(true);
      expect(recording.bytes.includes(secret) || secret === SECRETS.xmp, secret).toBe(true);
    }
    expect(phone.bytes.includes(SECRETS.xmp)).toBe(true);
  });

  it.each(SAMPLES)('%s is stored without metadata; packets and rotation are unchanged', async (_, make) => {
    const sample = await make();
    const original = await inspectVideo(sample.bytes);
    const { status, body } = await sendFile(test, token, sample);
    expect([status, body.content_type]).toEqual([201, sample.type]);
    expect([body.width, body.height]).toEqual([720, 1280]);
    const bytes = await readFile(join(test.directory, 'uploads', 'files', body.url.replace('/uploads/', '')));
    expect(body.size).toBe(bytes.length);
    for (const secret of Object.values(SECRETS)) expect(bytes.includes(secret), secret).toBe(false);
    const stored = await inspectVideo(bytes);
    expect(stored.tags).toEqual({});
    expect([stored.name, stored.rotation]).toEqual([null, original.rotation]);
    expect(stored.packets.length).toBe(original.packets.length);
    expect(Buffer.concat(stored.packets).equals(Buffer.concat(original.packets))).toBe(true);
  });

  it.each([readMp4, readWebm, fragmentedMp4])('a truncated video is rejected with a message', async (make) => {
    const sample = await make();
    const bytes = sample.bytes.subarray(0, Math.floor(sample.bytes.length * 0.7));
    const { status, body } = await sendFile(test, token, { ...sample, bytes });
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    expect(body.message).toBe('This video is incomplete: its end is missing. Export or copy it again, then upload it.');
  });
});

describe('T22 truncated videos', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'videos-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it.each(SAMPLES)('%s is rejected, wherever it is truncated', async (_, make) => {
    const { bytes, type } = await make();
    const path = join(directory, 'sent');
    const target = join(directory, 'copy');
    const copy = async (length: number) => {
      await writeFile(path, bytes.subarray(0, length));
      return copyVideo({ path, contentType: type, target });
    };
    expect(await copy(bytes.length)).toMatchObject({ width: 720, height: 1280 });
    const ends = [0.02, 0.1, 0.37, 0.5, 0.83, 0.97].map((part) => Math.floor(bytes.length * part));
    for (const end of [...ends, bytes.length - 200, bytes.length - 9, bytes.length - 1]) {
      expect(await copy(end).catch(() => ({ rejected: 'damaged' })), `${end} of ${bytes.length}`).toMatchObject({
        rejected: expect.stringMatching(/truncated|damaged/),
      });
    }
  });
});
