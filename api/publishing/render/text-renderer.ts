import { listPageTexts } from '#api/domain/page-texts.ts';
import { fillPlaceholders, toPlaceholderValues } from '#api/domain/placeholders.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { HOME_ADDRESS } from '#api/domain/site-pages.ts';
import type { Database } from '#db/client.ts';
import { readPublicDocument } from '#api/publishing/index/document-index.ts';
import { LLMS_PATH, toTextAddress, toTextPath } from '#api/domain/text-paths.ts';
import { toDocumentPath, toPostPath } from '#api/publishing/index/paths.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import { listShownDocuments } from '#api/publishing/plan/shown-documents.ts';
import { listTextPosts } from '#api/publishing/plan/text-list-plan.ts';
import { NOT_FOUND_PAGE, type RenderedPage } from './astro-renderer.ts';
import { createCardReader } from './card-reader.ts';
import type { PageDependencies } from './content-reader.ts';
import { createPostLoader, type PostLoader } from './post-loader.ts';
import type { PostPrefetcher } from './post-prefetcher.ts';

export type TextSource = {
  db: Database;
  index: PublicIndex;
  now: number;
  site: SiteContent;
  /** Shared by pages that are rendered together, or rows of posts whose texts are written one after the other. */
  loader?: PostLoader | undefined;
  textPrefetcher?: PostPrefetcher | undefined;
};
type Source = TextSource & { siteUrl: string };

type Text = { title: string; description: string; html: string };

/** Writes the Markdown of a post, page or document, or the list of them. */
export async function renderText(source: Source, path: string, dependencies: PageDependencies): Promise<RenderedPage> {
  if (path === LLMS_PATH) return toResponse(await writeList(source, dependencies), 'text/plain');
  const text = await readText(source, toTextAddress(path), dependencies);
  if (!text) return NOT_FOUND_PAGE;
  const { title, description } = text;
  const html = await createCardReader(source, dependencies)(text.html);
  // A server that only serves never loads it.
  const { toReadableMarkdown } = await import('#api/adapters/site-writers/markdown-text.ts');
  return toResponse(writeHead(title, description) + toReadableMarkdown(html), 'text/markdown');
}

const toResponse = (text: string, type: string): RenderedPage => ({
  status: 200,
  body: Buffer.from(text),
  contentType: `${type}; charset=utf-8`,
  policy: null,
});

const writeHead = (title: string, description: string): string =>
  `# ${toLine(title)}\n\n${description === '' ? '' : `> ${toLine(description)}\n\n`}`;

/** Of plain text; what Markdown would read as an element or a link stays as it is written. */
const toLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&');

async function readText(source: Source, address: string, dependencies: PageDependencies): Promise<Text | null> {
  const { db, index, site } = source;
  const slug = address.slice(address.lastIndexOf('/') + 1);
  const post = address === toPostPath(slug) ? index.getBySlug(slug) : null;
  if (post) {
    dependencies.postIds.add(post.id);
    const row = await (source.textPrefetcher?.get(post) ?? source.loader?.listPosts([post.id]).then(([each]) => each));
    if (row?.revision !== post.revision) dependencies.isAhead = true;
    return row ? { title: row.title, description: row.description, html: row.content } : null;
  }
  const page = site.pages.get(address);
  if (page) {
    const values = toPlaceholderValues(site);
    const [title = '', description = '', html = ''] = [page.title, page.description, listPageTexts(page, site)].map(
      (text) => fillPlaceholders(text, values),
    );
    return { title, description, html };
  }
  const document = address === toDocumentPath(slug) ? index.documents.getBySlug(slug) : null;
  const row = document && (await readPublicDocument(db, document.id));
  if (row && row.revision !== document.revision) dependencies.isAhead = true;
  return row && { title: document.title, description: '', html: row.content };
}

/** See llmstxt.org. */
async function writeList(source: Source, dependencies: PageDependencies): Promise<string> {
  const { site, siteUrl } = source;
  const values = toPlaceholderValues(site);
  const fill = (text: string) => fillPlaceholders(text, values);
  const toLink = (title: string, address: string, description = '') =>
    `- [${toLine(title)}](${siteUrl}${toTextPath(address)})${description === '' ? '' : `: ${toLine(description)}`}\n`;
  const pages = [...site.pages.values()]
    .filter((page) => page.is_listed && page.address !== HOME_ADDRESS)
    .map(({ title, address, description }) => toLink(fill(title), address, fill(description)));
  const { described, older } = listTextPosts(source);
  const loader = source.loader ?? createPostLoader(source);
  const rows = await loader.listSummaries(described.map(({ id }) => id));
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  if (described.some(({ id, revision }) => revisions.get(id) !== revision)) dependencies.isAhead = true;
  const documents = Map.groupBy(listShownDocuments(source), ({ product }) => product?.name ?? '');
  const { company, search } = site.settings;
  return [
    writeHead(company.name, fill(search.description || company.tagline)),
    writeGroup('Pages', pages),
    ...[...documents].map(([product, list]) =>
      writeGroup(
        `Documentation${product && ` of ${toLine(product)}`}`,
        list.map(({ title, slug }) => toLink(title, toDocumentPath(slug))),
      ),
    ),
    writeGroup(
      'Posts',
      rows.map(({ title, slug, description }) => toLink(title, toPostPath(slug), description)),
    ),
    // What may be left out, by its name in llmstxt.org.
    writeGroup(
      'Optional',
      older.map(({ title, slug }) => toLink(title, toPostPath(slug))),
    ),
  ].join('');
}

const writeGroup = (name: string, links: readonly string[]): string =>
  links.length === 0 ? '' : `## ${name}\n\n${links.join('')}\n`;
