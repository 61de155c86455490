import { getTargetPath } from '#api/domain/redirects.ts';
import type { PublishedPage } from '#api/domain/site-content.ts';
import { isPageAddress } from '#api/domain/site-pages.ts';
import type { IndexedDocument } from '#api/publishing/index/document-index.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import { toDocumentPath, toPostPath } from '#api/publishing/index/paths.ts';
import type { PlanContext } from './planned-page.ts';
import { findShownDocument } from './shown-documents.ts';

type Content = Pick<PlanContext, 'index' | 'site'>;

/** What a card of this site leads to. */
export type CardTarget =
  | { kind: 'post'; post: IndexedPost }
  | { kind: 'document'; document: IndexedDocument }
  | { kind: 'page'; page: PublishedPage };

const POST_OR_DOCUMENT = new RegExp(`^(${toPostPath('')}|${toDocumentPath('')})[^/]+$`);

/** Whether a card of this path says what is there, and is not shown where nothing is. A redirect that leads away from pages is a link like any other. */
export const isFollowedPath = (path: string, isRedirected: boolean): boolean =>
  POST_OR_DOCUMENT.test(path) || (!isRedirected && isPageAddress(path));

/** The public post, document or page at a path, also at an old address; null when it isn’t public, undefined for anything else. */
export function findCardTarget(content: Content, path: string): CardTarget | null | undefined {
  const { index, site } = content;
  const moved = index.ownRedirects.get(path);
  const page = site.pages.get(path) ?? site.pages.get(getTargetPath(moved?.to ?? '') ?? '');
  if (page) return { kind: 'page', page };
  if (!POST_OR_DOCUMENT.test(path)) return isFollowedPath(path, moved !== undefined) ? null : undefined;
  const present = index.redirects.get(path) ?? index.documents.redirects.get(path) ?? path;
  const post = present.startsWith(toPostPath('')) ? index.getBySlug(present.slice(toPostPath('').length)) : null;
  if (post) return { kind: 'post', post };
  const document = findShownDocument(content, present);
  return document && { kind: 'document', document };
}

/** What the cards with these paths show, as inputs of the page that has them. */
export const listCardTokens = (context: PlanContext, paths: readonly string[]): unknown[] =>
  paths.map((path) => {
    const target = findCardTarget(context, path);
    if (target?.kind === 'post') {
      const { id, slug, revision, cover } = target.post;
      return [path, 'post', id, slug, revision, cover];
    }
    if (target?.kind === 'document') {
      const { id, slug, revision } = target.document;
      return [path, 'document', id, slug, revision];
    }
    // What placeholders of a page say follows the settings.
    return target ? [path, 'page', target.page.hash, context.salt] : [path, target === null];
  });

/** The posts that cards with these paths show. */
export const listCardPostIds = (content: Content, paths: readonly string[]): number[] =>
  paths.flatMap((path) => {
    const target = findCardTarget(content, path);
    return target?.kind === 'post' ? [target.post.id] : [];
  });
