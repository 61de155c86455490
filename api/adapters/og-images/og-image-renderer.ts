import { join } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import PQueue from 'p-queue';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { demoPalette } from '#api/domain/brand-palette.ts';
import type { Brand } from '#api/domain/company-mark.ts';
import type { StoredImage } from '#api/domain/image-variants.ts';
import { OG_SIZE, selectCropSource, shelfOgImage, type OgImage } from '#api/domain/og-image.ts';
import type { FileStore } from '#api/adapters/file-store.ts';
import { createIdleWorker } from '#api/adapters/idle-worker.ts';
import type { IconFacts } from './brand-icons.ts';
import type { OgImageText } from './og-image-layout.ts';

/** A company, as far as its icons and the preview of its links show it. */
export type BrandFacts = Brand &
  Omit<IconFacts, 'name' | 'palette'> & {
    greeting: string;
    tagline: string;
    /** An image in place of the drawn preview of links. */
    linkPreview?: Uint8Array | null;
    /** What the shelf is called; without it, its image is not drawn. */
    shelf?: string;
    /** In place of the company's. */
    shelfMark?: Brand['mark'];
  };

export type OgImageRenderer = {
  /** `brand` is that of the renderer unless given. */
  render(image: OgImageText, brand?: Brand): Promise<Buffer>;
  crop(image: OgImage): Promise<Buffer | null>;
  /** The icons of a company, the manifest that names them and the images of a shared link (`og.png` and that of the shelf), by file name. */
  renderBrandFiles(brand: BrandFacts): Promise<Record<string, Buffer>>;
  close(): Promise<void>;
};

/** An image to be drawn, or a stored image to be cropped, in pixels. */
export type OgImageTask =
  | { draw: OgImageText; brand: Brand }
  | { icons: Omit<IconFacts, keyof Brand>; brand: Brand }
  | { crop: Uint8Array; width: number; height: number; format?: 'png' };

const defaults = {
  workerUrl: pathToFileURL(join(PROJECT_ROOT, 'api/adapters/og-images/og-image-worker.ts')),
  idleMs: 10_000,
  brand: (): Brand => ({ name: '', mark: { tint: demoPalette.pounamu, symbol: '' }, palette: demoPalette }),
};
const RENDER_TIMEOUT_MS = 20_000;

/** `brand` is that of the company as it is published. `files` are the stored images; without them nothing is cropped. */
type Options = { workerUrl: URL; idleMs: number; brand: () => Brand; files?: ReadFiles };

type ReadFiles = Pick<FileStore, 'size' | 'read'>;

/** The smallest stored file of an image that has this size; null when it is not to be had. */
export async function readStoredImage(
  files: ReadFiles,
  image: StoredImage,
  size: { width: number; height: number },
): Promise<Uint8Array | null> {
  const stream = await files.read(selectCropSource(image, size).name);
  return stream && readAll(stream);
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Draws OG images (PNG, 1200 x 630), crops them from covers (JPEG), and draws the icons of a company, in a worker thread, one at a time. The same
 * input gives the same bytes. An image that cannot be drawn rejects; the next one gets a new thread.
 */
export function createOgImageRenderer(options: Partial<Options> = {}): OgImageRenderer {
  const { workerUrl, idleMs, brand: getBrand, files }: Options = { ...defaults, ...options };
  const worker = createIdleWorker({ url: workerUrl, timeoutMs: RENDER_TIMEOUT_MS, idleMs });
  const queue = new PQueue({ concurrency: 1 });
  const closedError = new Error('OG images aren’t drawn while the server is stopping.');
  let isClosed = false;

  const request = <Answer>(task: OgImageTask, name: string): Promise<Answer> =>
    queue.add(async () => {
      if (isClosed) throw closedError;
      try {
        return await worker.request<Answer>(task);
      } catch (error) {
        await worker.stop(closedError);
        throw new Error(`Couldn’t draw the OG image '${name}': ${(error as Error).message}`, { cause: error });
      }
    });

  const enqueue = async (task: OgImageTask, name: string): Promise<Buffer> =>
    toBuffer(await request<Uint8Array<ArrayBuffer>>(task, name));

  const render: OgImageRenderer['render'] = ({ title, eyebrow, byline }, { name, mark, palette } = getBrand()) =>
    enqueue({ draw: { title, eyebrow, byline }, brand: { name, mark, palette: { ...palette } } }, title.slice(0, 60));

  return {
    render,
    async renderBrandFiles(facts) {
      const { name, mark, palette, description, language, greeting, tagline, linkPreview, shelf } = facts;
      const brand = { name, mark, palette: { ...palette } };
      const task = { icons: { description, language }, brand };
      const icons = await request<Record<string, Uint8Array<ArrayBuffer>>>(task, `icons of ${name}`);
      const files = Object.entries(icons).map(([file, bytes]) => [file, toBuffer(bytes)] as const);
      const ogImage = linkPreview
        ? await enqueue({ crop: linkPreview, ...OG_SIZE, format: 'png' }, 'link preview')
        : await render({ title: greeting, eyebrow: name, byline: tagline }, brand);
      const drawn = { ...Object.fromEntries(files), 'og.png': ogImage };
      if (!shelf) return drawn;
      const { file, title, byline } = shelfOgImage;
      const shelfMark = facts.shelfMark ?? mark;
      return {
        ...drawn,
        [file]: await render({ title, eyebrow: `${shelf} by ${name}`, byline }, { ...brand, mark: shelfMark }),
      };
    },
    async crop({ cover, width, height }) {
      const bytes = cover && files && (await readStoredImage(files, cover, { width, height }));
      if (!bytes) return null;
      // A damaged cover must not stop all others: its image is drawn instead.
      return enqueue({ crop: bytes, width, height }, cover.hash).catch((error: unknown) => {
        if (isClosed) throw error;
        return null;
      });
    },
    async close() {
      isClosed = true;
      await worker.stop(closedError);
    },
  };
}
