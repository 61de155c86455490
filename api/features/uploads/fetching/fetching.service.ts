import { and, eq } from 'drizzle-orm';
import { FetchError } from '#api/adapters/safe-fetch/fetch-error.ts';
import { HtmlTaskError } from '#api/adapters/html/html-processor.ts';
import { WorkerTimeoutError } from '#api/adapters/idle-worker.ts';
import type { Deps } from '#api/deps.ts';
import { decodeAddress } from '#api/domain/decode-address.ts';
import { CARD_EXCERPT_LENGTH } from '#api/domain/bookmarks.ts';
import { truncateExcerpt } from '#api/domain/excerpt.ts';
import { formatHost } from '#api/domain/link-host.ts';
import { getTargetPath } from '#api/domain/redirects.ts';
import { listOffFeatures } from '#api/domain/site-settings.ts';
import { AppError, invalidFieldError, notFoundError } from '#api/http/errors.ts';
import { ingestFile, type IngestionTools, type UploadDeps } from '#api/features/uploads/ingestion/ingestion.service.ts';
import type { LinkPreviewJson } from '#api/features/uploads/uploads.contract.ts';
import { isFollowedPath } from '#api/publishing/plan/card-targets.ts';
import { listCoversByBlog } from '#db/queries/blog-covers.ts';
import { fillCatalogueValues } from '#db/queries/catalogue-products.ts';
import { isPublicBlog, mayReadDocument, VISITOR } from '#db/queries/visibility.ts';
import { blogs, blogSlugs, documents, documentSlugs, redirects, uploads } from '#db/schema/index.ts';

type FetchingDeps = UploadDeps & Pick<Deps, 'html' | 'log' | 'safeFetch' | 'safeImageFetch' | 'site'>;
type Fetching = { url: string; userId: number; signal: AbortSignal };

/**
 * What a card shows of a page. Of another site it is fetched once, and its image becomes an upload; of this site it is read here.
 * @throws validation_failed with a sentence for writers where there is no such page; not_found where there is nothing of this site
 */
export async function previewLink(
  deps: FetchingDeps,
  tools: IngestionTools,
  fetching: Fetching,
): Promise<LinkPreviewJson> {
  const path = toOwnPath(fetching.url, deps.site.url);
  if (path !== null) return previewOwnPage(deps, path);
  const { url, meta } = await readPage(deps, fetching.url);
  const image = meta.image === null ? null : await storeImage(deps, tools, { ...fetching, url: meta.image });
  const { title, description, siteName } = meta;
  return { url: fetching.url, title, description, site_name: siteName || formatHost(url), image };
}

/** Stores the image at an address of another site. Returns its id. @throws validation_failed, and as `ingestFile` */
export async function fetchUpload(deps: FetchingDeps, tools: IngestionTools, fetching: Fetching): Promise<number> {
  const { url, userId, signal } = fetching;
  try {
    const { bytes } = await deps.safeImageFetch(toHttps(url), signal);
    return await ingestFile(deps, tools, { bytes, name: URL.parse(url)?.pathname ?? '', userId });
  } catch (error) {
    throw toWriterError(deps, url, error);
  }
}

async function readPage({ safeFetch, html, log }: FetchingDeps, address: string) {
  try {
    const { text, format, url } = await safeFetch(toHttps(address));
    if (format !== 'html') throw new FetchError('The address leads to a text without a title.');
    return { url, meta: await html.run('readPageMeta', text, url) };
  } catch (error) {
    throw toWriterError({ log }, address, error);
  }
}

/** The address of the stored image; null for one that can’t be had: a card is as good without. */
async function storeImage(deps: FetchingDeps, tools: IngestionTools, fetching: Fetching): Promise<string | null> {
  try {
    const id = await fetchUpload(deps, tools, fetching);
    const [row] = await deps.db.orm
      .select({ url: uploads.url })
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.kind, 'image')));
    return row?.url ?? null;
  } catch (error) {
    if (fetching.signal.aborted || !(error instanceof AppError)) throw error;
    return null;
  }
}

function toWriterError({ log }: Pick<Deps, 'log'>, url: string, error: unknown): unknown {
  const isTheirs = error instanceof FetchError || error instanceof HtmlTaskError || error instanceof WorkerTimeoutError;
  if (!isTheirs) return error;
  log.info({ err: error, url }, 'failed to fetch what a writer asked for');
  return invalidFieldError('url', error instanceof FetchError ? error.message : 'The page couldn’t be read.');
}

const toHttps = (url: string) => url.replace(/^http:/i, 'https:');

/** The path of an address of this site; null for any other. */
function toOwnPath(address: string, siteUrl: string): string | null {
  const url = URL.parse(address, siteUrl);
  return url !== null && url.origin === new URL(siteUrl).origin ? decodeAddress(url.pathname) : null;
}

/** A document that everyone may read, also at an old address. */
async function findPublicDocument({ db, site }: Pick<FetchingDeps, 'db' | 'site'>, path: string) {
  const [, slug] = /^\/documents\/([^/]+)$/.exec(path) ?? [];
  if (slug === undefined || listOffFeatures(site.settings).includes('documentation')) return undefined;
  const [document] = await db.orm
    .select({ slug: documents.slug, title: documents.title, text: documents.contentText })
    .from(documentSlugs)
    .innerJoin(documents, eq(documents.id, documentSlugs.documentId))
    .where(and(eq(documentSlugs.slug, slug), mayReadDocument(VISITOR)));
  return document;
}

const NOTHING_PUBLISHED = 'Nothing is published at this address yet.';

/** @throws not_found where a card would not be shown; validation_failed for what else the site has. */
async function previewOwnPage({ db, clock, site }: FetchingDeps, path: string): Promise<LinkPreviewJson> {
  const [, slug] = /^\/blogs\/([^/]+)$/.exec(path) ?? [];
  if (slug !== undefined) {
    const [post] = await db.orm
      .select({ id: blogs.id, slug: blogs.slug, title: blogs.title, description: blogs.description })
      .from(blogSlugs)
      .innerJoin(blogs, eq(blogs.id, blogSlugs.blogId))
      .where(and(eq(blogSlugs.slug, slug), isPublicBlog(clock.now())));
    if (post) {
      const cover = (await listCoversByBlog(db, [post.id])).get(post.id);
      const { title, description } = post;
      return { url: `/blogs/${post.slug}`, title, description, site_name: '', image: cover?.url ?? null };
    }
  }
  const document = await findPublicDocument({ db, site }, path);
  if (document) {
    const { slug, title, text } = document;
    const description = truncateExcerpt(text, CARD_EXCERPT_LENGTH);
    return { url: `/documents/${slug}`, title, description, site_name: '', image: null };
  }
  const [moved] = await db.orm.select({ to: redirects.to }).from(redirects).where(eq(redirects.from, path));
  const page = site.pages.get(path) ?? site.pages.get(getTargetPath(moved?.to ?? '') ?? '');
  if (page) {
    const [title, description] = [fillCatalogueValues(page.title), fillCatalogueValues(page.description)];
    return { url: page.address, title, description, site_name: '', image: null };
  }
  if (isFollowedPath(path, moved !== undefined)) throw notFoundError(NOTHING_PUBLISHED);
  throw invalidFieldError('url', NOTHING_PUBLISHED);
}
