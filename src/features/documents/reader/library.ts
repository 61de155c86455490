import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import type { ProductJson } from '#api/features/products/products.contract.ts';
import { api } from '#src/lib/api-client.ts';

/** What one chooses documents by. */
export type Shelf = Pick<ProductJson, 'id' | 'name'>;

/** Where the documents stand that belong to no product: they are published as well, and must be found. */
export const GENERAL: Shelf = { id: 0, name: 'General' };

/** All that this person may read, without content: documents by product, section and position. */
export type Library = { products: Shelf[]; documents: DocumentSummaryJson[] };

export type Chapter = { id: number; name: string; documents: DocumentSummaryJson[] };

export async function loadLibrary(signal: AbortSignal): Promise<Library> {
  const [products, documents] = await Promise.all([
    api.get<ProductJson[]>('/api/products', { signal }),
    api.get<DocumentSummaryJson[]>('/api/documents', { signal }),
  ]);
  const isLoose = documents.some((document) => shelfIdOf(document) === GENERAL.id);
  return { products: isLoose ? [...products, GENERAL] : products, documents };
}

const shelfIdOf = (document: DocumentSummaryJson) => document.product_id ?? GENERAL.id;

export const shelfOf = ({ products }: Library, document: DocumentSummaryJson) =>
  products.find(({ id }) => id === shelfIdOf(document));

/** The product of that name, whatever its case. */
export const productNamed = ({ products }: Library, name: string) =>
  products.find((product) => product.name.toLowerCase() === name.trim().toLowerCase());

export const documentsOf = ({ documents }: Library, productId: number) =>
  documents.filter((document) => shelfIdOf(document) === productId);

/** The sections of a product that hold something, in order. */
export function chaptersOf(library: Library, productId: number): Chapter[] {
  const chapters: Chapter[] = [];
  for (const document of documentsOf(library, productId)) {
    const id = document.section_id ?? 0;
    const open = chapters.at(-1);
    if (open?.id === id) open.documents.push(document);
    else chapters.push({ id, name: document.section_name ?? 'Other documents', documents: [document] });
  }
  return chapters;
}

export type Neighbours = { previous: DocumentSummaryJson | null; next: DocumentSummaryJson | null };

/** What stands before and after a document in its product. */
export function neighboursOf(library: Library, id: number): Neighbours {
  const document = library.documents.find((each) => each.id === id);
  if (!document) return { previous: null, next: null };
  const order = documentsOf(library, shelfIdOf(document));
  const at = order.indexOf(document);
  return { previous: order[at - 1] ?? null, next: order[at + 1] ?? null };
}
