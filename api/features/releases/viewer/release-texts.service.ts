import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { rewriteCssUrls, rewriteUrl } from '#api/adapters/html/release-urls.ts';
import { BoundedQueue } from '#api/bounded-queue.ts';
import { SharedWork } from '#api/http/shared-work.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

/** Size of each cache, characters or bytes; a page has some 30,000. */
const CACHE_MAX_LENGTH = 8_000_000;
/** Texts that are read and rewritten at once, and that wait meanwhile. */
const CONCURRENCY = 4;
const MAX_WAITING = 64;

/** The origin that a release is viewed at, and the origin in its pages. */
export type ReleaseLocation = { base: string; siteUrl: string };

type Texts = { store: ObjectStore; html: HtmlProcessor; siteUrl: string };
type StoredText = { hash: string; contentType: string };

/**
 * Texts of releases, in pages and styles the addresses moved below `base`. A text is read and rewritten once for all links to all
 * releases that have it: for a base that no text contains, in whose place each link puts its own. Responses share one copy of the
 * bytes, however slowly each of them is read.
 */
export function createReleaseTexts({ store, html, siteUrl }: Texts) {
  const anyBase = `/release/${randomUUID()}`;
  const location: ReleaseLocation = { base: anyBase, siteUrl };
  const queue = new BoundedQueue({ concurrency: CONCURRENCY, maxWaiting: MAX_WAITING });
  const rewritten = createCache<string>();
  const bodies = createCache<Buffer>();
  const rewriting = new SharedWork<string>();
  const reading = new SharedWork<Buffer>();

  async function rewrite({ hash, contentType }: StoredText, signal: AbortSignal): Promise<string> {
    const bytes = await store.read(hash, contentType, 'identity');
    signal.throwIfAborted();
    const text = bytes.toString('utf8');
    if (contentType.startsWith('text/html')) return html.forClient(signal).run('rewriteUrls', text, location);
    return rewriteCssUrls(text, (url) => rewriteUrl(url, location));
  }

  async function readRewritten(text: StoredText, signal: AbortSignal): Promise<string> {
    const key = toKey(text);
    const cached = rewritten.get(key);
    if (cached !== undefined) return cached;
    const result = await rewriting.run(key, signal, (clients) => queue.add(() => rewrite(text, clients), clients));
    rewritten.set(key, result);
    return result;
  }

  async function prepare(text: StoredText, base: string, signal: AbortSignal): Promise<Buffer> {
    if (isRewritten(text)) return Buffer.from((await readRewritten(text, signal)).replaceAll(anyBase, () => base));
    return queue.add(() => store.read(text.hash, text.contentType, 'identity'), signal);
  }

  return {
    /** @throws DamagedObjectError, WorkerTimeoutError, QueueFullError, or ClientGoneError once the client has left. */
    async read(text: StoredText, base: string, signal: AbortSignal): Promise<Buffer> {
      const key = isRewritten(text) ? `${base} ${toKey(text)}` : toKey(text);
      const cached = bodies.get(key);
      if (cached) return cached;
      const body = await reading.run(key, signal, (clients) => prepare(text, base, clients));
      bodies.set(key, body);
      return body;
    },
  };
}

const toKey = ({ hash, contentType }: StoredText) => `${hash} ${contentType}`;

const isRewritten = ({ contentType }: StoredText) => /^text\/(html|css)/.test(contentType);

const createCache = <Value extends string | Buffer>() =>
  new LRUCache<string, Value>({ maxSize: CACHE_MAX_LENGTH, sizeCalculation: (value) => value.length + 1 });
