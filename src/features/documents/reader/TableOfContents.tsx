import { useId } from 'react';
import type { Heading } from '#src/lib/safe-html.ts';

/** The headings of a long document, as links that can be shared. */
export function TableOfContents({ headings }: { headings: Heading[] }) {
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
