import { useCallback, useRef } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { documentsOf, type Library, productNamed, type Shelf, shelfOf } from './library.ts';
import { LibraryDocument } from './LibraryDocument.tsx';
import { LibrarySide } from './LibrarySidebar.tsx';
import { EmptyLibrary, EmptyProduct, NothingChosen, UnknownProduct } from './LibraryPlaceholders.tsx';
import { type Arrival, addressOf, type Place, usePlace } from './reader-location.ts';
import { SearchResults } from './SearchResults.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';
import { usePageTitle } from './use-page-title.ts';

type Props = { library: Library; isAdmin: boolean };

const hrefOf = ({ id, product_name }: DocumentSummaryJson) => addressOf({ product: product_name, document: id });

/** The documents of a product: on one side what there is, on the other what is read or was found. */
export function LibraryBrowser({ library, isAdmin }: Props) {
  const { place, arrival, go } = usePlace();
  const frame = useRef<HTMLDivElement>(null);
  useArrowKeys(frame);
  const chosen = library.documents.find(({ id }) => id === place.document) ?? null;
  const product = productOf(library, chosen, place.product);
  usePageTitle(chosen?.title ?? (product ? `${product.name} documents` : null));

  const open = useCallback(
    (id: number) => {
      const document = library.documents.find((each) => each.id === id);
      if (!document) return false;
      go({ product: document.product_name, document: id, query: '' });
      return true;
    },
    [library, go],
  );
  // The first word is a step that one can go back from; the others only change it.
  const search = (query: string) => go({ ...place, query }, place.query === '' ? 'push' : 'replace');

  if (library.documents.length === 0) return <EmptyLibrary />;
  return (
    <div ref={frame} className="library">
      <LibrarySide
        library={library}
        product={product}
        place={place}
        hrefOf={hrefOf}
        onChoose={(name) => go({ product: name, document: null, query: place.query })}
        onSearch={search}
        onOpen={({ id }) => open(id)}
      />
      <div className="library-pane">
        <Pane {...{ library, isAdmin, place, product, arrival }} onOpen={open} />
      </div>
    </div>
  );
}

type PaneProps = Props & {
  place: Place;
  product: Shelf | null;
  arrival: Arrival;
  onOpen: (id: number) => boolean;
};

function Pane({ library, isAdmin, place, product, arrival, onOpen }: PaneProps) {
  if (place.query) {
    return <SearchResults query={place.query} product={product} hrefOf={hrefOf} onOpen={({ id }) => onOpen(id)} />;
  }
  if (place.document !== null) {
    return <LibraryDocument {...{ library, isAdmin, arrival, hrefOf, onOpen }} id={place.document} />;
  }
  if (!product) return <UnknownProduct name={place.product ?? ''} />;
  return documentsOf(library, product.id).length === 0 ? <EmptyProduct product={product} /> : <NothingChosen />;
}

/** The one of the document that is read; else the one that the address names; else the first that has documents. */
function productOf(library: Library, chosen: DocumentSummaryJson | null, name: string | null): Shelf | null {
  const ofDocument = chosen && shelfOf(library, chosen);
  if (ofDocument) return ofDocument;
  if (name !== null) return productNamed(library, name) ?? null;
  return library.products.find((product) => documentsOf(library, product.id).length > 0) ?? null;
}
