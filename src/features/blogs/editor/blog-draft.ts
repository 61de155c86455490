import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { BlogDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { createDraftApi } from '#src/features/drafts/draft-api.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { parseInertHtml } from '#src/lib/inert-html.ts';
import { formatDateTime } from '#src/lib/format/times.ts';

export type BlogDraftContent = DraftContent<BlogDraftFields>;

export const blogDraftApi = createDraftApi<BlogDraftFields, BlogJson>('blog');

/** The address that a post has before anybody gave it one. */
const PROVISIONAL_SLUG = /^untitled-[a-z0-9]{12}$/;

export const getPublicSlug = (blog: BlogJson | null) => (blog && !PROVISIONAL_SLUG.test(blog.slug) ? blog.slug : null);

/** Readers have it: it is published, and its date has come. */
export const isPublicPost = (blog: BlogJson | null) =>
  blog?.status === 'published' && Date.parse(blog.published_at ?? '') <= Date.now();

export const createEmptyPost = (authorName: string): BlogDraftContent => ({
  fields: {
    title: '',
    slug: null,
    description: null,
    category_ids: [],
    status: 'draft',
    published_at: null,
    author_name: authorName,
    cover_id: null,
  },
  content: '',
});

/** What readers have, as the text to begin from. */
export function toBlogDraftContent(blog: BlogJson): BlogDraftContent {
  const { title, description, status, published_at, author_name, cover_id, content } = blog;
  return {
    fields: {
      ...{ title, status, published_at, author_name, cover_id },
      slug: getPublicSlug(blog),
      description: isDerivedDescription(description, content) ? null : description,
      category_ids: blog.categories.map(({ id }) => id),
    },
    content,
  };
}

/** A description that is the beginning of the text was made of it, and goes on following it. */
function isDerivedDescription(description: string, content: string): boolean {
  const body = parseInertHtml(content);
  const bare = (text: string) => text.replace(/\s+/g, '');
  return bare(body.textContent ?? '').startsWith(bare(description));
}

const STATUSES = { draft: 'Draft', published: 'Published', archived: 'Archived' } as const;

export const statusOptions = Object.entries(STATUSES).map(([value, label]) => ({ value, label }));

/** The fields of a post in words, given the names of the categories. */
export function createBlogFieldFormatter(nameOfCategory: (id: number) => string): FieldFormatter<BlogDraftFields> {
  return (fields) => ({
    title: { label: 'Title', value: fields.title || '(none)' },
    slug: { label: 'Address', value: fields.slug ?? '(from the title)' },
    description: { label: 'Description', value: fields.description ?? '(from the text)' },
    category_ids: { label: 'Categories', value: fields.category_ids.map(nameOfCategory).join(', ') || '(none)' },
    status: { label: 'Status', value: STATUSES[fields.status] },
    published_at: {
      label: 'Date',
      value: fields.published_at ? formatDateTime(fields.published_at) : '(when published)',
    },
    author_name: { label: 'Author', value: fields.author_name || '(none)' },
    cover_id: { label: 'Cover', value: fields.cover_id === null ? '(drawn)' : `Picture ${fields.cover_id}` },
  });
}
