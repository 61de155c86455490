import { LLMS_PATH, toTextAddress } from '#api/domain/text-paths.ts';
import { toPostPath } from '#api/publishing/index/paths.ts';
import { hashDocuments, planDocumentTextPath, planDocumentText } from './document-plan.ts';
import { type PlanContext, type PlannedPage, toPlannedPage } from './planned-page.ts';
import { listShownDocuments } from './shown-documents.ts';
import { hasTexts, planPageText, planPostText } from './text-plan.ts';

/** So many posts, the newest, are in the list for language models with their descriptions, and so many older ones by their titles. */
const LLMS_POST_COUNT = 100;
const LLMS_OLDER_COUNT = 1_000;

/** The posts of the list, the newest first. */
export function listTextPosts({ index }: Pick<PlanContext, 'index'>) {
  const posts = index.posts.slice(-LLMS_POST_COUNT - LLMS_OLDER_COUNT).toReversed();
  return { described: posts.slice(0, LLMS_POST_COUNT), older: posts.slice(LLMS_POST_COUNT) };
}

/** Those of pages and documents; those of posts are planned beside their pages. */
export function* planTexts(context: PlanContext): Generator<PlannedPage> {
  for (const page of context.site.pages.values()) yield* planPageText(context, page);
  for (const document of listShownDocuments(context)) yield* planDocumentText(context, document);
}

/** The list of all texts. Of older posts titles and addresses alone: it is written with each publish, and should cost no more than one query. */
export function planTextList(context: PlanContext): PlannedPage[] {
  if (!hasTexts(context)) return [];
  const { described, older } = listTextPosts(context);
  const tokens = [
    described.map(({ id, revision, slug }) => [id, revision, slug]),
    older.map(({ slug, title }) => [slug, title]),
    [...context.site.pages.values()].map(({ hash }) => hash),
    hashDocuments(context),
  ];
  return [toPlannedPage(context, LLMS_PATH, tokens, { ids: described.map(({ id }) => id), withContent: false })];
}

/** The plan of one address that ends as texts do, or null. */
export function planTextPath(context: PlanContext, path: string): PlannedPage | null {
  const address = toTextAddress(path);
  const slug = address.slice(address.lastIndexOf('/') + 1);
  const post = address === toPostPath(slug) ? context.index.getBySlug(slug) : null;
  if (post) return planPostText(context, post)[0] ?? null;
  const page = context.site.pages.get(address);
  if (page) return planPageText(context, page)[0] ?? null;
  return planDocumentTextPath(context, path);
}
