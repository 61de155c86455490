import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { documentOrderBy } from '#db/queries/document-order.ts';
import { mayReadDocument, VISITOR } from '#db/queries/visibility.ts';
import { documentSlugs, documents, products, sections } from '#db/schema/index.ts';
import { toDocumentPath } from './paths.ts';
import { readCards } from './public-index-rows.ts';

type Named = { id: number; name: string };

/** A document that everyone may read, without its text. */
export type IndexedDocument = {
  id: number;
  slug: string;
  title: string;
  revision: number;
  updatedAt: number;
  section: Named | null;
  product: Named | null;
  /** The paths of this site that cards in its text lead to. */
  cards: readonly string[];
};

/** The documents of one product, or those of none, in the order of reading. */
export type DocumentGroup = { product: Named | null; documents: readonly IndexedDocument[] };

/** The public documentation in memory, as it was read: a change of it is another one. */
export class DocumentIndex {
  readonly documents: readonly IndexedDocument[];
  readonly groups: readonly DocumentGroup[];
  /** Old addresses of these documents, and their ids: where each leads. */
  readonly redirects: ReadonlyMap<string, string>;
  readonly #byId: ReadonlyMap<number, IndexedDocument>;
  readonly #bySlug: ReadonlyMap<string, IndexedDocument>;
  readonly #groupByProduct: ReadonlyMap<number | null, DocumentGroup>;

  constructor(all: IndexedDocument[] = [], oldSlugs: { slug: string; id: number }[] = []) {
    this.documents = all;
    this.#byId = new Map(all.map((document) => [document.id, document]));
    this.#bySlug = new Map(all.map((document) => [document.slug, document]));
    const byProduct = Map.groupBy(all, ({ product }) => product?.id ?? null);
    this.groups = [...byProduct.values()].map((list) => ({ product: list[0]?.product ?? null, documents: list }));
    this.#groupByProduct = new Map(this.groups.map((group) => [group.product?.id ?? null, group]));
    this.redirects = new Map(
      [...oldSlugs, ...all.map(({ id }) => ({ slug: String(id), id }))].flatMap(({ slug, id }): [string, string][] => {
        const document = this.#byId.get(id);
        return document ? [[toDocumentPath(slug), toDocumentPath(document.slug)]] : [];
      }),
    );
  }

  get(id: number): IndexedDocument | null {
    return this.#byId.get(id) ?? null;
  }

  getBySlug(slug: string): IndexedDocument | null {
    return this.#bySlug.get(slug) ?? null;
  }

  /** The group that a document is in. */
  getGroup({ product }: IndexedDocument): DocumentGroup {
    return this.#groupByProduct.get(product?.id ?? null) ?? { product, documents: [] };
  }
}

/** Reads all documents that everyone may read. */
export async function readDocumentIndex(db: Database): Promise<DocumentIndex> {
  const isPublic = mayReadDocument(VISITOR);
  const rows = await db.orm
    .select({
      id: documents.id,
      slug: documents.slug,
      title: documents.title,
      revision: documents.revision,
      updatedAt: documents.updatedAt,
      section: { id: sections.id, name: sections.name },
      product: { id: products.id, name: products.name },
    })
    .from(documents)
    .leftJoin(sections, eq(sections.id, documents.sectionId))
    .leftJoin(products, eq(products.id, sections.productId))
    .where(isPublic)
    .orderBy(...documentOrderBy);
  if (rows.length === 0) return new DocumentIndex();
  const oldSlugs = await db.orm
    .select({ slug: documentSlugs.slug, id: documents.id })
    .from(documentSlugs)
    .innerJoin(documents, eq(documents.id, documentSlugs.documentId))
    .where(and(ne(documents.slug, documentSlugs.slug), isPublic));
  const cards = await readCards(db, 'documents');
  const all = rows.map((row) => ({ ...row, cards: cards.get(row.id) ?? [] }));
  return new DocumentIndex(all, oldSlugs);
}

/** The text of a public document; null when it isn't public any more. */
export async function readPublicDocument(db: Database, id: number) {
  const [row] = await db.orm
    .select({ revision: documents.revision, content: documents.content, text: documents.contentText })
    .from(documents)
    .where(and(eq(documents.id, id), mayReadDocument(VISITOR)));
  return row ?? null;
}
