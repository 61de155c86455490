import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { toDrawableText } from '#api/adapters/og-images/og-image-layout.ts';
import { createOgImageRenderer } from '#api/adapters/og-images/og-image-renderer.ts';
import { toImageUrl } from '#api/domain/image-variants.ts';
import { resolveOgImage } from '#api/domain/og-image.ts';
import { createDrawing } from '../../support/uploads/sample-files.ts';

const cards = createOgImageRenderer();
const card = { title: 'How a book keeps its promises', eyebrow: 'Craft', byline: 'Aroha Ngata · 12 November 2026' };

afterAll(() => cards.close());

describe('cards', () => {
  it('are PNG pictures of 1200 by 630, light enough for a chat preview', async () => {
    const png = await cards.render(card);
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    expect(png.length).toBeLessThan(60_000);
  });

  it('have the same bytes for the same words, and other bytes for others', async () => {
    const [first, second, other] = await Promise.all([
      cards.render(card),
      cards.render({ ...card }),
      cards.render({ ...card, title: 'Something else' }),
    ]);
    expect(first.equals(second)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });

  it('are cut out of a cover as JPEG, no larger than it is, from the smallest file that will do', async () => {
    const picture = (width: number, height: number) => ({ hash: 'a'.repeat(64), width, height, isAnimated: false });
    const asked: string[] = [];
    const files = {
      size: async (name: string) => (name.includes('700x') ? null : 1),
      read: async (name: string) => {
        if (name.includes('700x')) return null;
        asked.push(name.slice(65));
        const [, width, height] = /-(\d+)x(\d+)/.exec(name) ?? [];
        const bytes = name.includes('640x')
          ? Buffer.from('damaged')
          : await createDrawing(Number(width), Number(height)).webp().toBuffer();
        return Readable.from([bytes]);
      },
    };
    const cutting = createOgImageRenderer({ files });
    const cut = (width: number, height: number) =>
      cutting.crop(resolveOgImage('x', toImageUrl(picture(width, height))));
    const sizeOf = async (made: Buffer | null) => {
      const { format, width, height } = await sharp(made ?? Buffer.alloc(0)).metadata();
      return [format, width, height];
    };
    expect(await sizeOf(await cut(2400, 1600))).toEqual(['jpeg', 1200, 630]);
    expect(await sizeOf(await cut(900, 1600))).toEqual(['jpeg', 900, 472]);
    expect(asked).toEqual(['1600x1067.webp', '900x1600.webp']);
    expect(await cut(700, 700), 'a file that is not there').toBeNull();
    expect(await cut(640, 700), 'a damaged file').toBeNull();
    expect(await cut(400, 300), 'a cover too small').toBeNull();
    await cutting.close();
  });

  it('draw vowels with macrons', async () => {
    const [plain, macron] = await Promise.all([
      cards.render({ ...card, title: 'Maori' }),
      cards.render({ ...card, title: 'Māori' }),
    ]);
    expect(macron.equals(plain)).toBe(false);
  });

  it.each([
    ['ten thousand letters', 'w'.repeat(10_000)],
    ['ten thousand words', 'and then '.repeat(10_000)],
    ['emoji', '🌿🧑‍🚀🇳🇿 '],
    ['a script that nobody loaded', '漢字とかな'],
    ['right to left', '\u202eשלום עולם\u202c'],
    ['markup', '</script><img src=https://example.com/x onerror=alert(1)>&amp;'],
    ['symbols', '!@#$%^&*(){}[]<>|\\~`'],
    ['control characters and half pairs', 'a\u0000b\u001b\ud800c\udfff'],
    ['nothing', ''],
  ])('survive a title of %s', async (_name, title) => {
    const png = await cards.render({ ...card, title });
    expect((await sharp(png).metadata()).width).toBe(1200);
    expect(png.length).toBeLessThan(60_000);
  });
});

describe('the thread', () => {
  const withWorker = async (source: string, run: (url: URL) => Promise<void>) => {
    const dir = mkdtempSync(join(tmpdir(), 'cards-'));
    writeFileSync(join(dir, 'worker.mjs'), source);
    await run(pathToFileURL(join(dir, 'worker.mjs'))).finally(() => rmSync(dir, { recursive: true }));
  };
  const listen =
    "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', ({ id, payload: card }) => {";

  it('that dies rejects its card with a reason, and the next card gets a new one', async () => {
    const source = `${listen} if (card.draw.title === 'die') process.exit(3); parentPort.postMessage({ id, result: new Uint8Array([7]) }); });`;
    await withWorker(source, async (workerUrl) => {
      const dying = createOgImageRenderer({ workerUrl, idleMs: 1000 });
      const [dead, alive] = await Promise.allSettled([
        dying.render({ ...card, title: 'die' }),
        dying.render({ ...card, title: 'live' }),
      ]);
      expect(dead).toMatchObject({ reason: { message: expect.stringContaining("'die' could not be drawn") } });
      expect(alive).toMatchObject({ value: Buffer.from([7]) });
      await dying.close();
    });
  });

  it('ends itself without work and starts again when asked', async () => {
    const source = `import { threadId } from 'node:worker_threads';\n${listen} parentPort.postMessage({ id, result: new Uint8Array([threadId]) }); });`;
    await withWorker(source, async (workerUrl) => {
      const idle = createOgImageRenderer({ workerUrl, idleMs: 40 });
      const [first, second] = await Promise.all([idle.render(card), idle.render(card)]);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const later = await idle.render(card);
      expect(second).toEqual(first);
      expect(later).not.toEqual(first);
      await idle.close();
    });
  });

  it('refuses work once closed', async () => {
    const closed = createOgImageRenderer();
    await closed.close();
    await expect(closed.render(card)).rejects.toThrow('no longer drawn');
  });
});

describe('cleanText', () => {
  it('cuts between words and marks the cut', () => {
    expect(toDrawableText('one two three four', 14)).toBe('one two three…');
    expect(toDrawableText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('leaves out what no face can draw', () => {
    expect(toDrawableText('Kia ora 🌿\n\tMāori 漢字', 50)).toBe('Kia ora Māori');
  });
});
