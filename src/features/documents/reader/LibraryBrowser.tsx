import { useCallback, useRef, type RefObject, useEffect } from 'react';
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
import { EmptyLibrary, EmptyProduct, UnknownProduct } from './LibraryPlaceholders.tsx';
import { type NavigationKind, toReaderUrl, type ReaderLocation, useReaderLocation } from './reader-location.ts';
import { SearchResults } from './SearchResults.tsx';
import { usePageTitle } from './use-page-title.ts';

type Props = { library: DocumentLibrary; canEdit: boolean };

const toHref = ({ slug, product_name }: DocumentSummaryJson) => toReaderUrl({ product: product_name, document: slug });

const findDocument = ({ documents }: DocumentLibrary, address: string | null) =>
  documents.find(({ id, slug }) => slug === address || String(id) === address) ?? null;

/** The documents of a product: on one side what there is, on the other what is read or was found. */
export function LibraryBrowser({ library, canEdit }: Props) {
  const { location, arrival, navigate } = useReaderLocation();
  const frame = useRef<HTMLDivElement>(null);
  useArrowKeys(frame);
  const product = resolveProduct(library, findDocument(library, location.document), location.product);
  const shownAddress = location.document ?? (location.query ? null : findFirstSlug(library, product));
  const shown = findDocument(library, shownAddress);
  usePageTitle(shown?.title ?? (product ? `${product.name} documents` : null));

  const open = useCallback(
    (address: string) => {
      const document = findDocument(library, address);
      if (!document) return false;
      navigate({ product: document.product_name, document: document.slug, query: '' });
      return true;
    },
    [library, navigate],
  );
  const replaceAddress = useCallback(
    ({ slug, product_name: name }: DocumentSummaryJson) =>
      navigate({ product: name, document: slug, query: '' }, 'replace'),
    [navigate],
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
        shownSlug={shown?.slug ?? null}
        toHref={toHref}
        onChoose={(name) => navigate({ product: name, document: null, query: location.query })}
        onSearch={search}
        onOpen={({ slug }) => open(slug)}
      />
      <div className="library-pane">
        <Pane
          library={library}
          canEdit={canEdit}
          location={location}
          shownAddress={shownAddress}
          product={product}
          arrival={arrival}
          onOpen={open}
          onMoved={replaceAddress}
        />
      </div>
    </div>
  );
}

type PaneProps = Props & {
  location: ReaderLocation;
  shownAddress: string | null;
  product: ProductGroup | null;
  arrival: NavigationKind;
  onOpen: (address: string) => boolean;
  onMoved: (document: DocumentSummaryJson) => void;
};

function Pane({ library, canEdit, location, shownAddress, product, arrival, onOpen, onMoved }: PaneProps) {
  if (location.query) {
    return (
      <SearchResults query={location.query} product={product} toHref={toHref} onOpen={({ slug }) => onOpen(slug)} />
    );
  }
  if (shownAddress !== null) {
    const isChosen = location.document !== null;
    const open = { toHref, onOpen, onMoved };
    return (
      <LibraryDocument
        library={library}
        canEdit={canEdit}
        arrival={arrival}
        isChosen={isChosen}
        {...open}
        address={shownAddress}
      />
    );
  }
  return product ? <EmptyProduct product={product} /> : <UnknownProduct name={location.product ?? ''} />;
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

const findFirstSlug = (library: DocumentLibrary, product: ProductGroup | null) =>
  (product && listProductDocuments(library, product.id)[0]?.slug) ?? null;

/** From the search field down into what was found, and up again. */
function useArrowKeys(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    const press = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const stops = [...root.querySelectorAll<HTMLElement>('input[type=search], .document-results li a')];
      const at = stops.indexOf(event.target as HTMLElement);
      if (!step || at < 0 || stops.length < 2) return;
      event.preventDefault();
      stops[(at + step + stops.length) % stops.length]?.focus();
    };
    root.addEventListener('keydown', press);
    return () => root.removeEventListener('keydown', press);
  }, [frame]);
}
