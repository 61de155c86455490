import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { toSafeUrl } from './safe-url.ts';

type Props = { publication: Pick<PublicationJson, 'title' | 'html_url' | 'pdf_url' | 'md_url' | 'epub_url'> };

const FORMATS = [
  { key: 'html_url', label: 'HTML' },
  { key: 'pdf_url', label: 'PDF' },
  { key: 'md_url', label: 'Markdown' },
  { key: 'epub_url', label: 'EPUB' },
] as const;

/** The formats of a work as links that open in new tabs. An address that isn't safe is no link. */
export function SafeLinks({ publication }: Props) {
  const links = FORMATS.flatMap(({ key, label }) => {
    const url = toSafeUrl(publication[key]);
    return url === null ? [] : [{ url, label }];
  });
  if (links.length === 0) return null;
  return (
    <span className="safe-links">
      <Icon name="arrow-up-right" size={14} />
      {links.map(({ url, label }) => (
        <a
          key={label}
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={`${label} of ${publication.title}, opens in a new tab`}
        >
          {label}
        </a>
      ))}
    </span>
  );
}
