import type { PublishedPage } from '#api/domain/site-content.ts';
import type { IndexedPost } from '#api/publishing/index/indexed-post.ts';
import { toTextPath } from '#api/domain/text-paths.ts';
import { toPostPath } from '#api/publishing/index/paths.ts';
import { listCardPostIds, listCardTokens } from './card-targets.ts';
import { type PlanContext, type PlannedPage, type ShownPosts, toPlannedPage } from './planned-page.ts';

/** Of how posts and documents are written as text. They hold nothing of settings and code, so neither writes them all again. */
const TEXT_SALT = 'text 1';

/** Whether posts, pages and documents are there as Markdown too. */
export const hasTexts = ({ site }: Pick<PlanContext, 'site'>): boolean => site.settings.search.has_texts;

/** The text of what is at an address, if there are texts. */
export const planText = (
  context: PlanContext,
  address: string,
  tokens: readonly unknown[],
  shows?: ShownPosts,
): PlannedPage[] =>
  hasTexts(context) ? [toPlannedPage({ ...context, salt: TEXT_SALT }, toTextPath(address), tokens, shows)] : [];

export const planPostText = (context: PlanContext, { id, slug, revision, cards }: IndexedPost): PlannedPage[] =>
  planText(context, toPostPath(slug), [id, revision, ...listCardTokens(context, cards)], {
    ids: [id, ...listCardPostIds(context, cards)],
    withContent: true,
  });

/** What its placeholders say follows the settings. */
export const planPageText = (context: PlanContext, { address, hash }: PublishedPage): PlannedPage[] =>
  planText(context, address, [hash, context.salt]);
