import type { DocumentGroup, DocumentIndex, IndexedDocument } from '#api/publishing/index/document-index.ts';
import { isTextPath, toTextAddress } from '#api/domain/text-paths.ts';
import { DOCUMENTATION_PATH, toDocumentPath } from '#api/publishing/index/paths.ts';
import type { Manifest } from '#api/releases/manifest.ts';
import { hashState, type PlanContext, type PlannedPage, toPlannedPage } from './planned-page.ts';
import { listCardTokens } from './card-targets.ts';
import { findShownDocument, listShownDocuments } from './shown-documents.ts';
import { planText } from './text-plan.ts';

export const planDocumentText = (context: PlanContext, { id, slug, revision, cards }: IndexedDocument): PlannedPage[] =>
  planText(context, toDocumentPath(slug), [id, revision, ...listCardTokens(context, cards)]);

/** The plan of one address that ends as texts do, or null. */
export function planDocumentTextPath(context: PlanContext, path: string): PlannedPage | null {
  const document = findShownDocument(context, toTextAddress(path));
  return (document && planDocumentText(context, document)[0]) ?? null;
}

/** The list of all public documentation, and each document. */
export function* planDocuments(context: PlanContext): Generator<PlannedPage> {
  yield* planDocumentation(context);
  for (const document of listShownDocuments(context)) yield planDocument(context, document);
}

/** Whether there is a list of all documentation: an owner's own page at its address takes its place. */
export const hasDocumentationPage = (context: Pick<PlanContext, 'index' | 'site'>): boolean =>
  listShownDocuments(context).length > 0 && !context.site.pages.has(DOCUMENTATION_PATH);

function* planDocumentation(context: PlanContext): Generator<PlannedPage> {
  if (!hasDocumentationPage(context)) return;
  yield toPlannedPage(context, DOCUMENTATION_PATH, context.index.documents.groups.map(hashGroup));
}

/** Every page of a product has the list of its documents. */
export const planDocument = (context: PlanContext, document: IndexedDocument): PlannedPage =>
  toPlannedPage(context, toDocumentPath(document.slug), [
    document,
    hashGroup(context.index.documents.getGroup(document)),
    ...listCardTokens(context, document.cards),
  ]);

export function planDocumentPath(context: PlanContext, path: string): PlannedPage | null {
  if (path === DOCUMENTATION_PATH) return planDocumentation(context).next().value ?? null;
  const document = findShownDocument(context, path);
  return document ? planDocument(context, document) : null;
}

/** What must be right before a change of documentation is live: the documents that are not as they were, and the list of all. Their neighbours follow. */
export function* planDocumentLane(
  context: PlanContext,
  manifest: Manifest,
  before: DocumentIndex,
): Generator<PlannedPage> {
  for (const document of listShownDocuments(context)) {
    const isSame = JSON.stringify(before.get(document.id)) === JSON.stringify(document);
    if (isSame && manifest.get(toDocumentPath(document.slug))) continue;
    yield planDocument(context, document);
    yield* planDocumentText(context, document);
  }
  yield* planDocumentation(context);
}

/** Addresses of documents that are live, and should not be. Of the live site, not of what was known of it: nothing private may stay. */
export function listRemovedDocumentPaths(context: PlanContext, manifest: Manifest): string[] {
  const isOwn = (path: string) =>
    context.builtPaths.has(path) || context.fixedPages.includes(path) || context.site.pages.has(path);
  return [...manifest.entries()]
    .filter(({ path, location }) => location === null && DOCUMENT.test(path) && !isOwn(path))
    .map(({ path }) => path)
    .filter((path) => !(isTextPath(path) ? planDocumentTextPath : planDocumentPath)(context, path));
}

const DOCUMENT = new RegExp(`^(${toDocumentPath('[^/]+')}|${DOCUMENTATION_PATH})$`);

/** What lists show of all documents: hashed once, since every publish asks. */
export function hashDocuments(context: PlanContext): string {
  const { documents } = context.index;
  const known = documentHashes.get(documents);
  const token = known ?? hashState(documents.documents.map(({ revision: _, cards: __, ...shown }) => shown));
  documentHashes.set(documents, token);
  return listShownDocuments(context).length > 0 ? token : '';
}
const documentHashes = new WeakMap<DocumentIndex, string>();

/** Hashed once for each group: each of its pages asks. */
const groupHashes = new WeakMap<DocumentGroup, string>();

function hashGroup(group: DocumentGroup): string {
  const known = groupHashes.get(group);
  if (known !== undefined) return known;
  const { product, documents } = group;
  const token = hashState([product, documents.map(({ slug, title, section }) => [slug, title, section])]);
  groupHashes.set(group, token);
  return token;
}
