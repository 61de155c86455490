import { useEffect, useRef } from 'react';
import type { DocumentSummaryJson } from '#api/features/documents/documents.contract.ts';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import type { LibrarySection } from './library.ts';

type Props = {
  id: string;
  label: string;
  sections: LibrarySection[];
  /** The address of the document that is read. */
  current: string | null;
  toHref: (document: DocumentSummaryJson) => string;
  onOpen: (document: DocumentSummaryJson) => void;
};

/** The sections of a product with their documents. A section that was closed opens for the document that is read. */
export function DocumentNav({ id, label, sections, current, toHref, onOpen }: Props) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current === null) return;
    const link = frame.current?.querySelector('[aria-current]');
    const section = link?.closest('details');
    if (section) section.open = true;
    // Within the list only: the page itself stays where it is.
    if (link instanceof HTMLElement && frame.current) scrollIntoList(frame.current, link);
  }, [current]);
  return (
    <nav ref={frame} id={id} className="document-nav" aria-label={label}>
      {sections.map((section) => (
        <details key={section.id} open>
          <summary>{section.name}</summary>
          <ul>
            {section.documents.map((document) => (
              <li key={document.id}>
                <InPageLink
                  href={toHref(document)}
                  aria-current={document.slug === current ? 'page' : undefined}
                  onOpen={() => onOpen(document)}
                >
                  {document.title}
                  {document.status === 'draft' && <span className="document-draft">Draft</span>}
                </InPageLink>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

function scrollIntoList(list: HTMLElement, link: HTMLElement): void {
  const outer = list.getBoundingClientRect();
  const inner = link.getBoundingClientRect();
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
