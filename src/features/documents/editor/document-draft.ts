import type { DocumentDraftFields, DocumentJson } from '#api/features/documents/documents.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import type { DraftApi } from '#src/features/drafts/draft-api.ts';
import { duplicateDraft } from '#src/features/drafts/duplicate-draft.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import type { PublishAction } from '#src/features/drafts/publish/publish-action.ts';
import { api } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';

type DocumentDraftContent = DraftContent<DocumentDraftFields>;

/** The list that the editor returns to. */
export const documentManager = { path: paths.documentManager, name: 'Documents Manager' };

export const documentDraftApi = {
  create: (json) => api.post('/api/documents/drafts', { json }),
  save: (id, json, options) => api.put('/api/documents/:id/draft', { param: { id }, json, ...options }),
  load: (id: number, signal?: AbortSignal) => api.get('/api/documents/:id/draft', { param: { id }, signal }),
  discard: (id, version) => api.delete('/api/documents/:id/draft', { param: { id }, json: { version } }),
  publish: (id: number, version: number, fields: DocumentDraftFields) =>
    api.post('/api/documents/:id/publish', { param: { id }, json: { version, fields } }),
  revisions: (id, signal) => api.get('/api/documents/:id/revisions', { param: { id }, signal }),
  revision: (id, number, signal, until) =>
    api.get('/api/documents/:id/revisions/:number', { param: { id, number }, query: { until }, signal }),
  restore: (id, number, json) =>
    api.post('/api/documents/:id/revisions/:number/restore', { param: { id, number }, json }),
} satisfies DraftApi<DocumentDraftFields> & Record<'publish', unknown>;

/** A copy of a document is a draft, and its address comes from its title. */
export const documentCopyChanges: Partial<DocumentDraftFields> = { slug: null, status: 'draft' };

export const duplicateDocument = (id: number) => duplicateDraft(documentDraftApi, id, documentCopyChanges);

/** A new document starts as a draft; the API publishes one that names no status. */
export const createEmptyDocument = (sectionId: number | null): DocumentDraftContent => ({
  fields: { title: '', section_id: sectionId, status: 'draft', slug: null },
  content: '',
});

const STATUSES = { published: 'Published', draft: 'Draft' } as const;

export const statusOptions = Object.entries(STATUSES).map(([value, label]) => ({ value, label }));

export const formatSectionName = ({ name, product_name }: SectionJson) =>
  product_name ? `${product_name}: ${name}` : name;

export const createDocumentFieldFormatter =
  (sections: readonly SectionJson[]): FieldFormatter<DocumentDraftFields> =>
  ({ title, section_id, status, slug }) => {
    const section = sections.find(({ id }) => id === section_id);
    return {
      title: { label: 'Title', value: title || '(none)' },
      section_id: { label: 'Section', value: section ? formatSectionName(section) : '(none)' },
      status: { label: 'Status', value: STATUSES[status] },
      slug: { label: 'Address', value: slug ?? '(from the title)' },
    };
  };

type Action = PublishAction<DocumentDraftFields>;

/** What the button of the editor does, by what readers have and which status is chosen; and what else can be done. */
export function getPublishActions(
  { status }: DocumentDraftFields,
  document: DocumentJson | null,
): { primary: Action; more: Action[] } {
  if (document?.status !== 'published') return { primary: PUBLISH, more: [] };
  return status === 'draft' ? { primary: UNPUBLISH, more: [] } : { primary: UPDATE, more: [UNPUBLISH] };
}

const PUBLISH: Action = {
  label: 'Publish...',
  confirmLabel: 'Publish',
  busyLabel: 'Publishing...',
  isPublic: true,
  consequence: 'Everyone who’s signed in will be able to read the document straight away.',
  changes: { status: 'published' },
};

const UPDATE: Action = {
  label: 'Update',
  confirmLabel: 'Update',
  busyLabel: 'Updating...',
  isPublic: true,
  isUpdate: true,
  consequence: 'The new version goes live straight away.',
  changes: { status: 'published' },
};

const UNPUBLISH: Action = {
  label: 'Unpublish',
  confirmLabel: 'Unpublish',
  busyLabel: 'Unpublishing...',
  isPublic: false,
  consequence: 'Readers will no longer see the document. It becomes a draft again.',
  changes: { status: 'draft' },
};
