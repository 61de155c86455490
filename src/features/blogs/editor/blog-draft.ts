import { hasDatePassed } from '#api/domain/post-dates.ts';
import type { BlogDraftFields, BlogJson } from '#api/features/blogs/blogs.contract.ts';
import type { DraftApi } from '#src/features/drafts/draft-api.ts';
import { duplicateDraft } from '#src/features/drafts/duplicate-draft.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { api } from '#src/lib/api-client.ts';
import { formatDateTime } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';

/** The list that the editor returns to. */
export const blogManager = { path: paths.blogManager, name: 'Blog manager' };

export type BlogDraftContent = DraftContent<BlogDraftFields>;

export const blogDraftApi = {
  create: (json) => api.post('/api/blogs/drafts', { json }),
  save: (id, json, options) => api.put('/api/blogs/:id/draft', { param: { id }, json, ...options }),
  load: (id: number, signal?: AbortSignal) => api.get('/api/blogs/:id/draft', { param: { id }, signal }),
  discard: (id, version) => api.delete('/api/blogs/:id/draft', { param: { id }, json: { version } }),
  publish: (id: number, version: number, fields: BlogDraftFields) =>
    api.post('/api/blogs/:id/publish', { param: { id }, json: { version, fields } }),
  revisions: (id, signal) => api.get('/api/blogs/:id/revisions', { param: { id }, signal }),
  revision: (id, number, signal, until) =>
    api.get('/api/blogs/:id/revisions/:number', { param: { id, number }, query: { until }, signal }),
  restore: (id, number, json) => api.post('/api/blogs/:id/revisions/:number/restore', { param: { id, number }, json }),
} satisfies DraftApi<BlogDraftFields> & Record<'publish', unknown>;

/** A copy of a post is a draft, and its address comes from its title. */
export const postCopyChanges: Partial<BlogDraftFields> = { slug: null, status: 'draft', published_at: null };

export const duplicatePost = (id: number) => duplicateDraft(blogDraftApi, id, postCopyChanges);

/** Live: it is published, and its date has passed. */
export const isPublicPost = (blog: BlogJson | null) => blog?.status === 'published' && hasDatePassed(blog, Date.now());

/** `authorIds` are the authors of that name, if there is one. */
export const createEmptyPost = (authorName: string, authorIds: number[] = []): BlogDraftContent => ({
  fields: {
    title: '',
    slug: null,
    description: null,
    category_ids: [],
    tag_ids: [],
    author_ids: authorIds,
    status: 'draft',
    published_at: null,
    author_name: authorName,
    cover_id: null,
    meta_title: null,
    meta_description: null,
    canonical_url: null,
    social_image_id: null,
  },
  content: '',
});

const STATUSES = { draft: 'Draft', published: 'Published', archived: 'Archived' } as const;

export const statusOptions = Object.entries(STATUSES).map(([value, label]) => ({ value, label }));

/** The fields of a post as text, given the names of categories, tags and authors. */
export function createBlogFieldFormatter(
  nameOfCategory: (id: number) => string,
  nameOfTag: (id: number) => string,
  nameOfAuthor: (id: number) => string,
): FieldFormatter<BlogDraftFields> {
  return (fields) => ({
    title: { label: 'Title', value: fields.title || '(none)' },
    slug: { label: 'Address', value: fields.slug ?? '(from the title)' },
    description: { label: 'Description', value: fields.description ?? '(from the text)' },
    category_ids: { label: 'Categories', value: fields.category_ids.map(nameOfCategory).join(', ') || '(none)' },
    tag_ids: { label: 'Tags', value: fields.tag_ids?.map(nameOfTag).join(', ') || '(none)' },
    author_ids: {
      label: 'Authors',
      value: fields.author_ids?.map(nameOfAuthor).join(', ') || '(by name)',
    },
    status: { label: 'Status', value: STATUSES[fields.status] },
    published_at: {
      label: 'Publish date',
      value: fields.published_at ? formatDateTime(fields.published_at) : '(when published)',
    },
    author_name: { label: 'Author', value: fields.author_name || '(none)' },
    cover_id: { label: 'Cover image', value: fields.cover_id === null ? '(drawn)' : `Image ${fields.cover_id}` },
    meta_title: { label: 'Title for search engines', value: fields.meta_title ?? '(the title)' },
    meta_description: {
      label: 'Description for search engines',
      value: fields.meta_description ?? '(the description)',
    },
    canonical_url: { label: 'Canonical URL', value: fields.canonical_url ?? '(this page)' },
    social_image_id: {
      label: 'Sharing image',
      value: typeof fields.social_image_id === 'number' ? `Image ${fields.social_image_id}` : '(the cover)',
    },
  });
}
