import { useCallback, useRef } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import {
  listProductDocuments,
  type DocumentLibrary,
  findProductByName,
  type ProductGroup,
  findProductGroup,
} from './library.ts';
import { LibraryDocument } from './LibraryDocument.tsx';
import { LibrarySidebar } from './LibrarySidebar.tsx';
import { EmptyLibrary, EmptyProduct, NoDocumentSelected, UnknownProduct } from './LibraryPlaceholders.tsx';
import { type NavigationKind, toReaderUrl, type ReaderLocation, useReaderLocation } from './reader-location.ts';
import { SearchResults } from './SearchResults.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';
import { usePageTitle } from './use-page-title.ts';

type Props = { library: DocumentLibrary; canEdit: boolean };

const toHref = ({ id, product_name }: DocumentSummaryJson) => toReaderUrl({ product: product_name, document: id });

/** The documents of a product: on one side what there is, on the other what is read or was found. */
export function LibraryBrowser({ library, canEdit }: Props) {
  const { location, arrival, navigate } = useReaderLocation();
  const frame = useRef<HTMLDivElement>(null);
  useArrowKeys(frame);
  const chosen = library.documents.find(({ id }) => id === location.document) ?? null;
  const product = resolveProduct(library, chosen, location.product);
  usePageTitle(chosen?.title ?? (product ? `${product.name} documents` : null));

  const open = useCallback(
    (id: number) => {
      const document = library.documents.find((each) => each.id === id);
      if (!document) return false;
      navigate({ product: document.product_name, document: id, query: '' });
      return true;
    },
    [library, navigate],
  );
  // The first search adds a history entry; further typing replaces it.
  const search = (query: string) => navigate({ ...location, query }, location.query === '' ? 'push' : 'replace');

  if (library.documents.length === 0) return <EmptyLibrary />;
  return (
    <div ref={frame} className="library">
      <LibrarySidebar
        library={library}
        product={product}
        location={location}
        toHref={toHref}
        onChoose={(name) => navigate({ product: name, document: null, query: location.query })}
        onSearch={search}
        onOpen={({ id }) => open(id)}
      />
      <div className="library-pane">
        <Pane {...{ library, canEdit, location, product, arrival }} onOpen={open} />
      </div>
    </div>
  );
}

type PaneProps = Props & {
  location: ReaderLocation;
  product: ProductGroup | null;
  arrival: NavigationKind;
  onOpen: (id: number) => boolean;
};

function Pane({ library, canEdit, location, product, arrival, onOpen }: PaneProps) {
  if (location.query) {
    return <SearchResults query={location.query} product={product} toHref={toHref} onOpen={({ id }) => onOpen(id)} />;
  }
  if (location.document !== null) {
    return <LibraryDocument {...{ library, canEdit, arrival, toHref, onOpen }} id={location.document} />;
  }
  if (!product) return <UnknownProduct name={location.product ?? ''} />;
  return listProductDocuments(library, product.id).length === 0 ? (
    <EmptyProduct product={product} />
  ) : (
    <NoDocumentSelected />
  );
}

/** The product of the open document; else the one in the address; else the first with documents. */
function resolveProduct(
  library: DocumentLibrary,
  chosen: DocumentSummaryJson | null,
  name: string | null,
): ProductGroup | null {
  const documentProduct = chosen && findProductGroup(library, chosen);
  if (documentProduct) return documentProduct;
  if (name !== null) return findProductByName(library, name) ?? null;
  return library.products.find((product) => listProductDocuments(library, product.id).length > 0) ?? null;
}
