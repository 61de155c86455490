import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { createIdleWorker } from '#api/adapters/idle-worker.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import type { CodeBlock } from './code-worker.ts';

/** Longer code stays without colours: it would only be slow to read and to load. */
const CODE_MAX_LENGTH = 20_000;
/** Characters of coloured code that are kept, so that a page that is rendered again waits for nothing. */
const KEPT_MAX_LENGTH = 4_000_000;

const defaults = {
  workerUrl: pathToFileURL(join(PROJECT_ROOT, 'api/adapters/code/code-worker.ts')),
  /** Only what hangs meets it, also on a machine at full load. */
  timeoutMs: 30_000,
  idleMs: 60_000,
};

/** Colours the code in sanitised content. */
export type CodeHighlighter = { colourContent(html: string): Promise<string> };

/** The sanitiser writes code like this; with other elements in it, it stays as it is. */
const CODE = /(<pre(?: data-title="[^"]*")?><code class="language-([a-z0-9+#-]+)">)([^<]+)(?=<\/code><\/pre>)/g;

/**
 * Words of code get a class by what they are. The grammars are loaded with the first code, in a thread that ends when it
 * is not used. Code that cannot be coloured stays as it is; `onFault` is told why.
 */
export function createCodeHighlighter(
  options: Partial<typeof defaults> & { onFault?: (error: unknown) => void } = {},
): CodeHighlighter {
  const { workerUrl, timeoutMs, idleMs, onFault } = { ...defaults, ...options };
  const worker = createIdleWorker({ url: workerUrl, timeoutMs, idleMs });
  const coloured = new LRUCache<string, string>({
    maxSize: KEPT_MAX_LENGTH,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  const toKey = (language: string, text: string) => `${language}\n${text}`;

  async function colour(blocks: ReadonlyMap<string, CodeBlock>): Promise<void> {
    const results = await worker.request<(string | null)[]>([...blocks.values()]);
    for (const [at, key] of [...blocks.keys()].entries()) coloured.set(key, results[at] ?? '');
  }

  return {
    async colourContent(html) {
      const missing = new Map<string, CodeBlock>();
      for (const [, , language = '', text = ''] of html.matchAll(CODE)) {
        const key = toKey(language, text);
        if (!coloured.has(key) && text.length <= CODE_MAX_LENGTH) missing.set(key, { language, code: readText(text) });
      }
      if (missing.size > 0) await colour(missing).catch((error: unknown) => onFault?.(error));
      return html.replace(CODE, (written, opening: string, language: string, text: string) => {
        const colours = coloured.get(toKey(language, text));
        return colours ? opening + colours : written;
      });
    },
  };
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The characters that the sanitiser escapes. */
const readText = (html: string) => html.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);
