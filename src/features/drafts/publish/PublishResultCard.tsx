import { type ReactNode, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';

type Props = {
  title: string;
  /** The address without the host. */
  path: string;
  cover?: ReactNode;
  /** False after unpublishing: the address no longer works. */
  hasPage?: boolean;
  /** Anyone may read it: it can be shared. */
  isShareable?: boolean;
};

/** What was published: its cover, title and address, to copy and to share. */
export function PublishResultCard({ title, path, cover, hasPage = true, isShareable = false }: Props) {
  const [statusMessage, setStatusMessage] = useState('');
  const url = new URL(path, window.location.origin).href;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setStatusMessage('Link copied'),
      () => setStatusMessage('Couldn’t copy the link. Select the address and copy it.'),
    );
  return (
    <div className="publish-card">
      {cover}
      <h3>{title}</h3>
      <div className="publish-address">
        <span>{url.replace(/^https?:\/\//, '')}</span>
        {hasPage && (
          <Button variant="secondary" className="button-small" onClick={() => void copy()}>
            Copy link
          </Button>
        )}
      </div>
      <span className="field-hint" role="status">
        {statusMessage}
      </span>
      {isShareable && <ShareButtons title={title} url={url} />}
    </div>
  );
}

function ShareButtons({ title, url }: { title: string; url: string }) {
  const canShare = typeof navigator.share === 'function';
  // Closing the system's share sheet is no failure.
  const share = () => navigator.share({ title, url }).catch(() => undefined);
  return (
    <p className="publish-share">
      <span className="muted">Share</span>
      {canShare && (
        <Button variant="secondary" className="button-small" onClick={() => void share()}>
          Share...
        </Button>
      )}
      {listShareLinks(title, url).map(({ label, href }) => (
        <a key={label} className="button button-secondary button-small" href={href} target="_blank" rel="noopener">
          {label}
        </a>
      ))}
    </p>
  );
}

const listShareLinks = (title: string, url: string) => [
  { label: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}` },
  { label: 'Email', href: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}` },
];
