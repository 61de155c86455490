import { useEffect, useRef, useState } from 'react';
import { CANONICAL_URL_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { toSingleLine } from '#src/lib/format/single-line.ts';
import { parseInertHtml } from '#src/lib/inert-html.ts';
import { paths } from '#src/lib/paths.ts';
import { ImageField } from '#src/ui/media/ImageField.tsx';
import { useCoverImage } from '#src/ui/media/use-cover-image.ts';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { CoverPreview } from './CoverPreview.tsx';

/** Search engines cut a description off about here. */
const SEARCH_DESCRIPTION_LENGTH = 160;

type Props = {
  fields: BlogDraftFields;
  blog: BlogJson | null;
  slug: string;
  readContent: () => string;
  getIssue: (name: string) => string | undefined;
  onChange: (some: Partial<BlogDraftFields>) => void;
};

const ISSUES = ['meta_title', 'meta_description', 'canonical_url', 'socialImageId'];

/** How the post looks as a search result, and as the card of a shared link; and what these have of their own. */
export function SharePreview({ fields, blog, slug, readContent, getIssue, onChange }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const [excerpt, setExcerpt] = useState('');
  const cover = useCoverImage(fields.cover_id, blog?.cover_id === fields.cover_id ? blog.cover : null);
  const social = useCoverImage(fields.social_image_id ?? null, null);
  const { host } = window.location;
  const ownDescription = fields.description ?? excerpt;
  const title = fields.meta_title || fields.title || 'Title';
  const description = fields.meta_description || ownDescription;
  const hasIssue = ISSUES.some((name) => getIssue(name));
  useEffect(() => {
    if (hasIssue && details.current) details.current.open = true;
  }, [hasIssue]);
  return (
    <details
      ref={details}
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
        <CoverPreview image={social ?? cover} seed={slug} categoryId={fields.category_ids[0]} />
        <span className="muted">{host}</span>
        <strong>{title}</strong>
        <p>{cutAtWord(description)}</p>
      </div>
      <TextField
        label="Title for search engines"
        name="meta_title"
        maxLength={TITLE_MAX_LENGTH}
        placeholder={fields.title || undefined}
        value={fields.meta_title ?? ''}
        error={getIssue('meta_title')}
        onChange={({ currentTarget }) => onChange({ meta_title: toSingleLine(currentTarget.value) || null })}
      />
      <TextArea
        label="Description for search engines"
        name="meta_description"
        rows={3}
        maxLength={DESCRIPTION_MAX_LENGTH}
        placeholder={cutAtWord(ownDescription) || undefined}
        hint={fields.meta_description ? formatLength(fields.meta_description.length) : undefined}
        value={fields.meta_description ?? ''}
        error={getIssue('meta_description')}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.preventDefault()}
        onChange={({ currentTarget }) => onChange({ meta_description: toSingleLine(currentTarget.value) || null })}
      />
      <ImageField
        label="Sharing image"
        hint="Without one, shared links show the cover."
        removeLabel="Remove sharing image"
        pickerTitle="Choose a sharing image"
        value={fields.social_image_id ?? null}
        image={social}
        error={getIssue('socialImageId')}
        onChange={(social_image_id) => onChange({ social_image_id })}
      >
        {() => null}
      </ImageField>
      <TextField
        label="Canonical URL"
        name="canonical_url"
        inputMode="url"
        maxLength={CANONICAL_URL_MAX_LENGTH}
        hint="Only if the post appeared elsewhere first: search engines list that address."
        placeholder="https://"
        value={fields.canonical_url ?? ''}
        error={getIssue('canonical_url')}
        onChange={({ currentTarget }) => onChange({ canonical_url: toSingleLine(currentTarget.value).trim() || null })}
      />
    </details>
  );
}

const formatLength = (length: number) =>
  length > SEARCH_DESCRIPTION_LENGTH
    ? `${length} characters. Search engines show about ${SEARCH_DESCRIPTION_LENGTH}.`
    : `${length} of about ${SEARCH_DESCRIPTION_LENGTH} characters`;

const readExcerpt = (html: string) =>
  [...parseInertHtml(`<!doctype html><body>${html}`).querySelectorAll('p')]
    .map(({ textContent }) => textContent)
    .join(' ')
    .slice(0, 2 * SEARCH_DESCRIPTION_LENGTH);

function cutAtWord(text: string): string {
  if (text.length <= SEARCH_DESCRIPTION_LENGTH) return text;
  return `${text.slice(0, SEARCH_DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}...`;
}
