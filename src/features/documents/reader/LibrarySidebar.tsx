import { useId, useState } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { DocumentNav } from './DocumentNav.tsx';
import { groupBySection, listProductDocuments, type DocumentLibrary, type ProductGroup } from './library.ts';
import type { ReaderLocation } from './reader-location.ts';

type Props = {
  library: DocumentLibrary;
  product: ProductGroup | null;
  location: ReaderLocation;
  /** The document beside the list. */
  shownSlug: string | null;
  toHref: (document: DocumentSummaryJson) => string;
  onChoose: (product: string) => void;
  onSearch: (query: string) => void;
  onOpen: (document: DocumentSummaryJson) => void;
};

/** What there is to read: the product, the search, and the list, which a phone hides once a document was chosen. */
export function LibrarySidebar({ library, product, location, shownSlug, toHref, onChoose, onSearch, onOpen }: Props) {
  const id = useId();
  const locationKey =
    location.document === null && location.query === '' ? '' : `${location.document} ${location.query}`;
  // What was toggled counts for the place that it was toggled at. No effect: the page must not shrink after it scrolled.
  const [toggled, setToggled] = useState<{ locationKey: string; isOpen: boolean } | null>(null);
  const isOpen = toggled?.locationKey === locationKey ? toggled.isOpen : locationKey === '';
  const selectableProducts = library.products.filter(
    (each) => each === product || listProductDocuments(library, each.id).length > 0,
  );
  const sections = product ? groupBySection(library, product.id) : [];
  return (
    <div className="library-side no-print">
      <SelectField
        label="Product"
        value={product?.name ?? ''}
        options={[
          ...(product ? [] : [{ value: '', label: 'Choose a product', isDisabled: true }]),
          ...selectableProducts.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(event) => onChoose(event.target.value)}
      />
      <SearchField label="Search documents" value={location.query} onSearch={(words) => onSearch(words.trim())} />
      {product && sections.length > 0 && (
        <div className="library-list" data-open={isOpen}>
          <button
            type="button"
            className="library-toggle"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setToggled({ locationKey, isOpen: !isOpen })}
          >
            {isOpen ? 'Hide list' : `All ${product.name} documents`}
          </button>
          <DocumentNav
            id={id}
            label={`${product.name} documents`}
            sections={sections}
            current={location.query ? null : shownSlug}
            toHref={toHref}
            onOpen={onOpen}
          />
        </div>
      )}
    </div>
  );
}
