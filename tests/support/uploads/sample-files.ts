import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { MediaLimits } from '#api/adapters/media/media-processor.ts';
import { toBearerHeader } from '../app/users.ts';
import type { TestApp } from '../app/test-app.ts';

/** Long limits, so that tests of other things pass on a busy machine. */
export const RELAXED_LIMITS: MediaLimits = {
  decodeTimeoutMs: 120_000,
  killTimeoutMs: 150_000,
  totalTimeoutMs: 180_000,
};

export type SampleFile = { name: string; type: string; bytes: Buffer };

const readNear = (path: string) => readFile(new URL(path, import.meta.url));

/** An image with two shapes. */
export function createDrawing(width: number, height: number): Sharp {
  const shapes = `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#0d5c48"/>
    <circle cx="${width / 3}" cy="${height / 2}" r="${height / 4}" fill="#f2b824"/></svg>`;
  return sharp(Buffer.from(shapes)).flatten();
}

export const createJpeg = async (width = 640, height = 400): Promise<SampleFile> => ({
  name: 'harbour.jpg',
  type: 'image/jpeg',
  bytes: await createDrawing(width, height).jpeg().toBuffer(),
});

export const readMp4 = async (): Promise<SampleFile> => ({
  name: 'intro.mp4',
  type: 'video/mp4',
  bytes: await readNear('../../../public/media/intro.mp4'),
});
export const readWebm = async (): Promise<SampleFile> => ({
  name: 'film.webm',
  type: 'video/webm',
  bytes: await readNear('film.webm'),
});

export const SAMPLE_PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
/** The head of a frame of MPEG audio, and silence. */
export const SAMPLE_MP3 = Buffer.concat(
  Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])),
);

export const createSvg = (inner: string, attributes = 'width="300" height="200"'): SampleFile => ({
  name: 'drawing.svg',
  type: 'image/svg+xml',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`),
});

/** An animated GIF whose frames differ in colour. */
export async function createGif(frames: number): Promise<SampleFile> {
  const colour = (at: number) => ({ r: (at * 97) % 256, g: at % 2 ? 255 : 0, b: (at * 31) % 256 });
  const each = Array.from({ length: frames }, (_, at) => ({
    create: { width: 40, height: 30, channels: 3 as const, background: colour(at) },
  }));
  // The types of sharp do not include created images as input.
  const bytes = await sharp(each as never, { join: { animated: true } })
    .gif({ delay: Array(frames).fill(60) })
    .toBuffer();
  return { name: 'moving.gif', type: 'image/gif', bytes };
}

/** A white PNG of one bit per pixel, which compresses to a few bytes at any size. */
export function createFlatPng(width: number, height: number): SampleFile {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return {
    name: 'flat.png',
    type: 'image/png',
    bytes: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]),
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** The form with which a browser sends a file. */
export function toFormData(sample: SampleFile, field = 'file'): FormData {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(sample.bytes)], sample.name, { type: sample.type }));
  return form;
}

export async function sendFile(test: TestApp, token: string, sample: SampleFile, form = toFormData(sample)) {
  const response = await test.app.request('/api/uploads', {
    method: 'POST',
    headers: toBearerHeader(token),
    body: form,
  });
  return { status: response.status, body: await response.json() };
}
