import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toDrawableText } from '#api/adapters/og-images/og-image-layout.ts';
import { createOgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { toImageUrl } from '#api/domain/image-variants.ts';
import { resolveOgImage } from '#api/domain/og-image.ts';
import { createDrawing } from '../../support/uploads/sample-files.ts';

const renderer = createOgImageRenderer();
const text = { title: 'How a book keeps its promises', eyebrow: 'Craft', byline: 'Aroha Ngata · 12 November 2026' };

afterAll(() => renderer.close());

describe('OG images', () => {
  it('are PNG images of 1200 by 630 below 60 KB', async () => {
    const png = await renderer.render(text);
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(60_000);
  });

  it('are deterministic: the same bytes for the same text only', async () => {
    const [first, second, other] = await Promise.all([
      renderer.render(text),
      renderer.render({ ...text }),
      renderer.render({ ...text, title: 'Something else' }),
    ]);
    expect(first.equals(second)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });

  it('are cropped from the smallest sufficient variant of a cover, as JPEG and without enlarging it', async () => {
    const picture = (width: number, height: number) => ({ hash: 'a'.repeat(64), width, height, isAnimated: false });
    const readFiles: string[] = [];
    const files = {
      size: async (name: string) => (name.includes('700x') ? null : 1),
      read: async (name: string) => {
        if (name.includes('700x')) return null;
        readFiles.push(name.slice(65));
        const [, width, height] = /-(\d+)x(\d+)/.exec(name) ?? [];
        const bytes = name.includes('640x')
          ? Buffer.from('damaged')
          : await createDrawing(Number(width), Number(height)).webp().toBuffer();
        return Readable.from([bytes]);
      },
    };
    const croppingRenderer = createOgImageRenderer({ files });
    const crop = (width: number, height: number) =>
      croppingRenderer.crop(resolveOgImage('x', toImageUrl(picture(width, height))));
    const readFormat = async (image: Buffer | null) => {
      const { format, width, height } = await sharp(image ?? Buffer.alloc(0)).metadata();
      return [format, width, height];
    };
    expect(await readFormat(await crop(2400, 1600))).toEqual(['jpeg', 1200, 630]);
    expect(await readFormat(await crop(900, 1600))).toEqual(['jpeg', 900, 472]);
    expect(readFiles).toEqual(['1600x1067.webp', '900x1600.webp']);
    expect(await crop(700, 700), 'a file that is not there').toBeNull();
    expect(await crop(640, 700), 'a damaged file').toBeNull();
    expect(await crop(400, 300), 'a cover too small').toBeNull();
    await croppingRenderer.close();
  });

  it('render vowels with macrons', async () => {
    const [plain, macron] = await Promise.all([
      renderer.render({ ...text, title: 'Maori' }),
      renderer.render({ ...text, title: 'Māori' }),
    ]);
    expect(macron.equals(plain)).toBe(false);
  });

  it.each([
    ['ten thousand letters', 'w'.repeat(10_000)],
    ['ten thousand words', 'and then '.repeat(10_000)],
    ['emoji', '🌿🧑‍🚀🇳🇿 '],
    ['a script without a loaded font', '漢字とかな'],
    ['right to left', '\u202eשלום עולם\u202c'],
    ['markup', '</script><img src=https://example.com/x onerror=alert(1)>&amp;'],
    ['symbols', '!@#$%^&*(){}[]<>|\\~`'],
    ['control characters and lone surrogates', 'a\u0000b\u001b\ud800c\udfff'],
    ['no characters', ''],
  ])('are rendered with a title of %s', async (_name, title) => {
    const png = await renderer.render({ ...text, title });
    expect((await sharp(png).metadata()).width).toBe(1200);
    expect(png.length).toBeLessThan(60_000);
  });
});

describe('the worker thread', () => {
  const withWorker = async (source: string, run: (url: URL) => Promise<void>) => {
    const dir = mkdtempSync(join(tmpdir(), 'og-images-'));
    writeFileSync(join(dir, 'worker.mjs'), source);
    await run(pathToFileURL(join(dir, 'worker.mjs'))).finally(() => rmSync(dir, { recursive: true }));
  };
  const listen =
    "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', ({ id, payload: task }) => {";

  it('that crashes rejects its image with a reason; the next image gets a new thread', async () => {
    const source = `${listen} if (task.draw.title === 'die') process.exit(3); parentPort.postMessage({ id, result: new Uint8Array([7]) }); });`;
    await withWorker(source, async (workerUrl) => {
      const crashingRenderer = createOgImageRenderer({ workerUrl, idleMs: 1000 });
      const [dead, alive] = await Promise.allSettled([
        crashingRenderer.render({ ...text, title: 'die' }),
        crashingRenderer.render({ ...text, title: 'live' }),
      ]);
      expect(dead).toMatchObject({ reason: { message: expect.stringContaining("draw the OG image 'die'") } });
      expect(alive).toMatchObject({ value: Buffer.from([7]) });
      await crashingRenderer.close();
    });
  });

  it('ends when idle and is started again on demand', async () => {
    const source = `import { threadId } from 'node:worker_threads';\n${listen} parentPort.postMessage({ id, result: new Uint8Array([threadId]) }); });`;
    await withWorker(source, async (workerUrl) => {
      const ends = vi.spyOn(Worker.prototype, 'terminate');
      onTestFinished(() => void ends.mockRestore());
      const idle = createOgImageRenderer({ workerUrl, idleMs: 40 });
      const [first, second] = await Promise.all([idle.render(text), idle.render(text)]);
      await expect.poll(() => ends.mock.calls.length).toBe(1);
      const later = await idle.render(text);
      expect(second).toEqual(first);
      expect(later).not.toEqual(first);
      await idle.close();
    });
  });

  it('rejects work once closed', async () => {
    const closed = createOgImageRenderer();
    await closed.close();
    await expect(closed.render(text)).rejects.toThrow('while the server is stopping');
  });
});

describe('toDrawableText', () => {
  it('cuts between words and marks the cut', () => {
    expect(toDrawableText('one two three four', 14)).toBe('one two three…');
    expect(toDrawableText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('removes characters that no font contains', () => {
    expect(toDrawableText('Kia ora 🌿\n\tMāori 漢字', 50)).toBe('Kia ora Māori');
  });
});
