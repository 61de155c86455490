import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CodeHighlighter } from '#api/adapters/code/code-highlighter.ts';
import type { ContentReader } from '#api/domain/content.ts';
import { addModulePreloads, isAdminPage, MODULE_GRAPH_FILE, type ModuleGraph } from './module-preloads.ts';
import { createPagePolicy } from './page-policy.ts';

/** The origin that pages are built for (astro.config.mjs); the public one takes its place in every page. */
export const PLACEHOLDER_ORIGIN = 'https://origin.invalid';

export type RenderedPage = { status: number; body: Buffer; contentType: string; policy: string | null };

/** Renders one path from content. @throws RenderError when the page fails. */
export type Renderer = { render(path: string, content: ContentReader): Promise<RenderedPage> };

/** A page could not be rendered; `path` says which. */
export class RenderError extends Error {
  override name = 'RenderError';
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** The built src/render.ts. */
type AstroEntry = {
  render(
    url: string,
    locals: { content: ContentReader; onRenderError: (error: unknown) => void },
  ): Promise<Response | null>;
};

/**
 * Renders through the built pages, in this process, without a server in between. The bundle is loaded on the first
 * use, so that a server that only serves never pays for it.
 */
export function createAstroRenderer(options: {
  entryUrl: string;
  siteUrl: string;
  /** Without it, code has no colours. */
  highlighter?: CodeHighlighter;
}): Renderer {
  const distDir = dirname(dirname(fileURLToPath(options.entryUrl)));
  let loading: Promise<AstroEntry> | null = null;
  const load = () => {
    loading ??= import(options.entryUrl) as Promise<AstroEntry>;
    return loading;
  };

  let graph: Promise<ModuleGraph> | null = null;
  const addPreloads = async (bytes: Buffer): Promise<Buffer> => {
    if (!isAdminPage(bytes)) return bytes;
    graph ??= readFile(join(distDir, MODULE_GRAPH_FILE), 'utf8').then((json) => JSON.parse(json) as ModuleGraph);
    return Buffer.from(addModulePreloads(bytes.toString(), await graph));
  };

  return {
    async render(path, content) {
      const pages = await load();
      let failure: unknown;
      const onRenderError = (error: unknown) => {
        failure ??= error;
      };
      const response = await pages
        .render(`${PLACEHOLDER_ORIGIN}${path}`, { content: colourPosts(content, options.highlighter), onRenderError })
        .catch((error: unknown) => void onRenderError(error));
      if (failure || (response && response.status >= 500)) {
        throw new RenderError(path, `Couldn’t render ${path}: ${getFailureReason(failure)}`, {
          cause: failure,
        });
      }
      if (!response) return NOT_FOUND_PAGE;
      const contentType = response.headers.get('content-type') ?? 'application/octet-stream';
      const policy = response.headers.get('content-security-policy');
      const bytes = await addPreloads(Buffer.from(await response.arrayBuffer()));
      return {
        status: response.status,
        body: replaceOrigin(bytes, contentType, options.siteUrl),
        contentType: addCharset(contentType),
        policy: policy === null ? null : createPagePolicy(policy, bytes, options.siteUrl),
      };
    },
  };
}

/** The same content with colours in the code of posts and documents; feeds have none. */
export function colourPosts(content: ContentReader, highlighter: CodeHighlighter | undefined): ContentReader {
  if (!highlighter) return content;
  return {
    ...content,
    async post(slug) {
      const post = await content.post(slug);
      return post && { ...post, content: await highlighter.colourContent(post.content) };
    },
    async document(slug) {
      const document = await content.document(slug);
      return document && { ...document, content: await highlighter.colourContent(document.content) };
    },
  };
}

export const NOT_FOUND_PAGE: RenderedPage = {
  status: 404,
  body: Buffer.alloc(0),
  contentType: 'text/plain; charset=utf-8',
  policy: null,
};

/** Replaces the placeholder of the build by the public origin. Only texts contain it; their bytes need no decoding. */
export function replaceOrigin(bytes: Buffer, contentType: string, siteUrl: string): Buffer {
  if (!/^(text\/|application\/(json|.*\+json|.*xml))/.test(contentType)) return bytes;
  const origin = Buffer.from(siteUrl);
  const parts: Buffer[] = [];
  let end = 0;
  for (let start = bytes.indexOf(PLACEHOLDER_ORIGIN); start >= 0; start = bytes.indexOf(PLACEHOLDER_ORIGIN, end)) {
    parts.push(bytes.subarray(end, start), origin);
    end = start + PLACEHOLDER_ORIGIN.length;
  }
  return end === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(end)]);
}

export function addCharset(contentType: string): string {
  return /^(text\/|application\/(.*xml|.*json))/.test(contentType) && !contentType.includes('charset')
    ? `${contentType}; charset=utf-8`
    : contentType;
}

function getFailureReason(failure: unknown): string {
  return failure instanceof Error ? failure.message : 'template error, see the server log';
}
