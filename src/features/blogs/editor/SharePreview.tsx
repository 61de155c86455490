import { useState } from 'react';
import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { parseInertHtml } from '#src/lib/inert-html.ts';
import { paths } from '#src/lib/paths.ts';
import { CoverPreview } from './CoverPreview.tsx';
import { useCoverImage } from './use-cover-image.ts';

/** Search engines cut a description off about here. */
const SEARCH_DESCRIPTION_LENGTH = 160;

type Props = { fields: BlogDraftFields; blog: BlogJson | null; slug: string; readContent: () => string };

/** How the post looks as a search result, and as the card of a shared link. */
export function SharePreview({ fields, blog, slug, readContent }: Props) {
  const [excerpt, setExcerpt] = useState('');
  const cover = useCoverImage(fields.cover_id, blog?.cover_id === fields.cover_id ? blog.cover : null);
  const { host } = window.location;
  const title = fields.title || 'Title';
  const description = fields.description ?? excerpt;
  return (
    <details
      className="share-preview"
      // The start of the text, as it is when one looks: reading it at every key would cost time.
      onToggle={() => setExcerpt(readExcerpt(readContent()))}
    >
      <summary>Search and sharing</summary>
      <div className="search-preview">
        <span className="muted">
          {host} › {paths.blog(slug).split('/')[1]}
        </span>
        <strong>{title}</strong>
        <p>{cutAtWord(description)}</p>
      </div>
      <div className="card-preview">
        <CoverPreview image={cover} seed={slug} categoryId={fields.category_ids[0]} />
        <span className="muted">{host}</span>
        <strong>{title}</strong>
        <p>{cutAtWord(description)}</p>
      </div>
    </details>
  );
}

const readExcerpt = (html: string) =>
  [...parseInertHtml(`<!doctype html><body>${html}`).querySelectorAll('p')]
    .map(({ textContent }) => textContent)
    .join(' ')
    .slice(0, 2 * SEARCH_DESCRIPTION_LENGTH);

function cutAtWord(text: string): string {
  if (text.length <= SEARCH_DESCRIPTION_LENGTH) return text;
  return `${text.slice(0, SEARCH_DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}...`;
}
