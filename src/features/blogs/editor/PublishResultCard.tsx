import { useState } from 'react';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { paths } from '#src/lib/paths.ts';
import { CoverPreview } from './CoverPreview.tsx';

/** The post that was published: its cover, title and address, to copy and to share. */
export function PublishResultCard({ blog, isPublic }: { blog: BlogJson; isPublic: boolean }) {
  const { title, slug, status, cover, categories } = blog;
  const [statusMessage, setStatusMessage] = useState('');
  const url = new URL(paths.blog(slug), window.location.origin).href;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setStatusMessage('Link copied'),
      () => setStatusMessage('Couldn’t copy the link. Select the address and copy it.'),
    );
  const canShare = typeof navigator.share === 'function';
  // Closing the system's share sheet is no failure.
  const share = () => navigator.share({ title, url }).catch(() => undefined);
  return (
    <div className="publish-card">
      <CoverPreview image={cover} seed={slug} categoryId={categories[0]?.id} />
      <h3>{title}</h3>
      <div className="publish-address">
        <span>{url.replace(/^https?:\/\//, '')}</span>
        {status === 'published' && (
          <Button variant="secondary" className="button-small" onClick={() => void copy()}>
            Copy link
          </Button>
        )}
      </div>
      <span className="field-hint" role="status">
        {statusMessage}
      </span>
      {isPublic && (
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
      )}
    </div>
  );
}

const listShareLinks = (title: string, url: string) => [
  { label: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}` },
  { label: 'Email', href: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}` },
];
