import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState, useId } from 'react';
import type { DocumentPageJson } from '#api/features/documents/documents.contract.ts';
import { SafeHtml } from '#src/ui/content/SafeHtml.tsx';
import { formatLongDate } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import type { Heading } from '#src/lib/safe-html.ts';
import { showToast } from '#src/lib/toast.ts';
import { isPlainClick } from '#src/ui/navigation/InPageLink.tsx';
import type { NavigationKind } from './reader-location.ts';
import { decodeAddressPart } from '#api/domain/decode-address.ts';

const MIN_HEADINGS_FOR_CONTENTS = 3;

type Props = {
  document: DocumentPageJson;
  /** 1 where the document is the page, 2 inside the library. */
  level: 1 | 2;
  canEdit: boolean;
  arrival?: NavigationKind;
  /** Opens a document that the text links to, where the page can. Tells whether it did. */
  onOpen?: (address: string) => boolean;
  children?: ReactNode;
};

/** One document: title, date of change, contents, text, and what follows (as children). */
export function DocumentArticle({ document, level, canEdit, arrival = 'opened', onOpen, children }: Props) {
  const [headings, setHeadings] = useState<Heading[]>([]);
  const title = useRef<HTMLHeadingElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const collectHeadings = useCallback((all: Heading[]) => setHeadings(all.filter(isInContents)), []);
  const Title = level === 1 ? 'h1' : 'h2';

  useEffect(() => {
    if (document.id > 0) restorePosition(title.current, arrival);
  }, [document.id, arrival]);
  useInternalLinks(text, onOpen);
  useCopyButtons(text, document.html);

  return (
    <article className="document" aria-label={document.title}>
      <header className="document-head">
        {level === 2 && document.section_name && <p className="eyebrow">{document.section_name}</p>}
        <Title ref={title} tabIndex={-1}>
          {document.title}
        </Title>
        <p className="document-meta">
          <span>
            Last updated <time dateTime={document.updated_at}>{formatLongDate(document.updated_at)}</time>
          </span>
          {document.status === 'draft' && <span className="document-draft">Draft. Only admins can see it.</span>}
          {canEdit && (
            <a className="no-print" href={paths.editDocument(document.id)}>
              Edit document
            </a>
          )}
        </p>
      </header>
      {headings.length >= MIN_HEADINGS_FOR_CONTENTS && <TableOfContents headings={headings} />}
      <div ref={text} className="document-text">
        <SafeHtml html={document.html} isRendered onHeadings={collectHeadings} />
        {children}
      </div>
    </article>
  );
}

/** The two upper levels that there are in practice; deeper ones would make the contents as long as the text. */
const isInContents = ({ level }: Heading) => level <= 3;

/** Scrolls to the heading in the address, else to the title. On Back the browser restores the position. */
function restorePosition(title: HTMLElement | null, arrival: NavigationKind): void {
  if (arrival === 'returned') return;
  const named = window.location.hash.slice(1);
  const heading = named ? window.document.getElementById(decodeAddressPart(named)) : null;
  if (heading) heading.scrollIntoView();
  else if (arrival === 'moved') title?.focus({ preventScroll: true });
}

/** Links from one document to another stay inside the library. */
function useInternalLinks(text: RefObject<HTMLElement | null>, onOpen: Props['onOpen']): void {
  useEffect(() => {
    const frame = text.current;
    if (!frame || !onOpen) return;
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      const address = /^\/documents\/([a-z0-9-]+)$/.exec(link?.getAttribute('href') ?? '')?.[1];
      if (address && isPlainClick(event) && onOpen(address)) event.preventDefault();
    };
    frame.addEventListener('click', follow);
    return () => frame.removeEventListener('click', follow);
  }, [text, onOpen]);
}

/** Makes the buttons that copy code work, where the browser has a clipboard. */
function useCopyButtons(text: RefObject<HTMLElement | null>, html: string): void {
  useEffect(() => {
    const frame = text.current;
    if (!frame || html === '' || !navigator.clipboard) return;
    for (const button of frame.querySelectorAll<HTMLElement>('[data-copy-code]')) button.dataset.ready = '';
    const copy = ({ target }: MouseEvent) => {
      const code = (target as Element).closest('[data-copy-code]')?.closest('.code')?.querySelector('pre');
      if (code) void copyCode(code.textContent ?? '');
    };
    frame.addEventListener('click', copy);
    return () => frame.removeEventListener('click', copy);
  }, [text, html]);
}

/** As on public pages, whose script imports nothing. */
const copyCode = (code: string) =>
  navigator.clipboard.writeText(code).then(
    () => showToast('Code copied', 'success'),
    () => showToast('Couldn’t copy the code. Select it and copy it.', 'error'),
  );

/** The headings of a long document, as links that can be shared. */
function TableOfContents({ headings }: { headings: Heading[] }) {
  const id = useId();
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <nav className="document-contents no-print" aria-labelledby={id}>
      <p id={id} className="document-label">
        On this page
      </p>
      <ol>
        {headings.map((heading) => (
          <li key={heading.id} className={heading.level > top ? 'sub' : undefined}>
            <a href={`#${heading.id}`}>{heading.text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
