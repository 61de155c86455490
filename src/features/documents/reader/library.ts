import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import type { ProductJson } from '#api/features/products/products.contract.ts';
import { api } from '#src/lib/api-client.ts';

/** What one chooses documents by. */
export type ProductGroup = Pick<ProductJson, 'id' | 'name'>;

/** The group of documents without a product: they are published as well, and must be reachable. */
export const GENERAL_GROUP: ProductGroup = { id: 0, name: 'General' };

/** All documents that the user may read, without content: by product, section and position. */
export type DocumentLibrary = { products: ProductGroup[]; documents: DocumentSummaryJson[] };

export type LibrarySection = { id: number; name: string; documents: DocumentSummaryJson[] };

export async function loadLibrary(signal: AbortSignal): Promise<DocumentLibrary> {
  const [products, documents] = await Promise.all([
    api.get('/api/products', { signal }),
    api.get('/api/documents', { signal }),
  ]);
  const hasUngrouped = documents.some((document) => getProductId(document) === GENERAL_GROUP.id);
  return { products: hasUngrouped ? [...products, GENERAL_GROUP] : products, documents };
}

const getProductId = (document: DocumentSummaryJson) => document.product_id ?? GENERAL_GROUP.id;

export const findProductGroup = ({ products }: DocumentLibrary, document: DocumentSummaryJson) =>
  products.find(({ id }) => id === getProductId(document));

/** The product of that name, whatever its case. */
export const findProductByName = ({ products }: DocumentLibrary, name: string) =>
  products.find((product) => product.name.toLowerCase() === name.trim().toLowerCase());

export const listProductDocuments = ({ documents }: DocumentLibrary, productId: number) =>
  documents.filter((document) => getProductId(document) === productId);

/** The sections of a product that have documents, in order. */
export function groupBySection(library: DocumentLibrary, productId: number): LibrarySection[] {
  const sections: LibrarySection[] = [];
  for (const document of listProductDocuments(library, productId)) {
    const id = document.section_id ?? 0;
    const open = sections.at(-1);
    if (open?.id === id) open.documents.push(document);
    else sections.push({ id, name: document.section_name ?? 'Other documents', documents: [document] });
  }
  return sections;
}

export type AdjacentDocumentPair = { previous: DocumentSummaryJson | null; next: DocumentSummaryJson | null };

/** The previous and the next document in its product. */
export function findAdjacentDocuments(library: DocumentLibrary, id: number): AdjacentDocumentPair {
  const document = library.documents.find((each) => each.id === id);
  if (!document) return { previous: null, next: null };
  const order = listProductDocuments(library, getProductId(document));
  const at = order.indexOf(document);
  return { previous: order[at - 1] ?? null, next: order[at + 1] ?? null };
}
