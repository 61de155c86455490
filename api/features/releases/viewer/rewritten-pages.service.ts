import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { rewriteCssUrls } from '#api/adapters/html/html-url-rewriter.ts';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { rewriteUrl } from '#api/adapters/html/html-tasks.ts';
import { SharedWork } from '#api/http/shared-work.ts';
import type { ObjectStore } from '#api/releases/object-store.ts';

/** Size of the cache, characters; a page has some 30,000. */
const CACHE_MAX_LENGTH = 8_000_000;

/** The origin that a release is viewed at, and the origin in its pages. */
export type ReleaseLocation = { base: string; siteUrl: string };

type Texts = { store: ObjectStore; html: HtmlProcessor; siteUrl: string };
type StoredText = { hash: string; contentType: string };

/**
 * Pages and styles of releases with their addresses moved below `base`. A text is rewritten once for all links to all
 * releases that have it: for a base that no text contains, in whose place each link puts its own.
 */
export function createRewrittenPages({ store, html, siteUrl }: Texts) {
  const anyBase = `/release/${randomUUID()}`;
  const cache = new LRUCache<string, string>({
    maxSize: CACHE_MAX_LENGTH,
    sizeCalculation: (text) => text.length + 1,
  });
  const rewriting = new SharedWork<string>();
  const location: ReleaseLocation = { base: anyBase, siteUrl };

  async function rewrite({ hash, contentType }: StoredText, signal: AbortSignal): Promise<string> {
    const bytes = await store.read(hash, contentType, 'identity');
    signal.throwIfAborted();
    const text = bytes.toString('utf8');
    if (contentType.startsWith('text/html')) return html.forClient(signal).run('rewriteUrls', text, location);
    return rewriteCssUrls(text, (url) => rewriteUrl(url, location));
  }

  return {
    /** @throws DamagedObjectError, WorkerTimeoutError, QueueFullError, or ClientGoneError once the client has left. */
    async read(text: StoredText, base: string, signal: AbortSignal): Promise<Buffer> {
      const key = `${text.hash} ${text.contentType}`;
      let rewritten = cache.get(key);
      if (rewritten === undefined) {
        rewritten = await rewriting.run(key, signal, (clients) => rewrite(text, clients));
        cache.set(key, rewritten);
      }
      return Buffer.from(rewritten.replaceAll(anyBase, () => base));
    },
  };
}
