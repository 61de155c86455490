import { toIso } from '#api/clock.ts';
import type { ContentReader, DocumentLink, DocumentSection, ProductDocumentation } from '#api/domain/content.ts';
import type { Database } from '#db/client.ts';
import { type DocumentGroup, type IndexedDocument, readPublicDocument } from '#api/publishing/index/document-index.ts';
import type { PublicIndex } from '#api/publishing/index/public-index.ts';
import { addHeadingAnchors } from './heading-anchors.ts';
import { addResponsiveImages } from './responsive-images.ts';

/** Reader of the public documentation for one page. */
export const createDocumentReader = (
  { db, index: { documents: index } }: { db: Database; index: PublicIndex },
  {
    dependencies,
    refreshCards,
  }: { dependencies: { isAhead: boolean }; refreshCards: (content: string) => Promise<string> },
): Pick<ContentReader, 'document' | 'documentation'> => ({
  async document(slug) {
    const document = index.getBySlug(slug);
    // Asked of the database again: it may have become private since.
    const row = document && (await readPublicDocument(db, document.id));
    if (!row) return null;
    if (row.revision !== document.revision) dependencies.isAhead = true;
    const group = index.getGroup(document);
    const at = group.documents.indexOf(document);
    return {
      ...toLink(document),
      id: document.id,
      ...addHeadingAnchors(addResponsiveImages(await refreshCards(row.content))),
      text: row.text,
      updated_at: toIso(document.updatedAt),
      section: document.section?.name ?? null,
      documentation: toDocumentation(group),
      previous: toLinkOrNull(group.documents[at - 1]),
      next: toLinkOrNull(group.documents[at + 1]),
    };
  },
  documentation: async () => index.groups.map(toDocumentation),
});

const toLink = ({ slug, title }: IndexedDocument): DocumentLink => ({ slug, title });
const toLinkOrNull = (document: IndexedDocument | undefined) => (document ? toLink(document) : null);

function toDocumentation({ product, documents }: DocumentGroup): ProductDocumentation {
  const bySection = Map.groupBy(documents, ({ section }) => section?.id ?? null);
  const sections = [...bySection.values()].map((list): DocumentSection => ({
    name: list[0]?.section?.name ?? null,
    documents: list.map(toLink),
  }));
  return { product_id: product?.id ?? null, product: product?.name ?? null, sections };
}
