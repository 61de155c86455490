import type { DocumentDraftFields, DocumentJson } from '#api/features/documents/documents.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import type { DraftApi } from '#src/features/drafts/draft-api.ts';
import type { DraftContent } from '#src/features/drafts/draft-content.ts';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import type { PublishAction } from '#src/features/drafts/publish/use-publish-flow.ts';
import { api } from '#src/lib/api-client.ts';

type DocumentDraftContent = DraftContent<DocumentDraftFields>;

export const documentDraftApi = {
  create: (json) => api.post('/api/documents/drafts', { json }),
  save: (id, json, options) => api.put('/api/documents/:id/draft', { param: { id }, json, ...options }),
  load: (id: number, signal?: AbortSignal) => api.get('/api/documents/:id/draft', { param: { id }, signal }),
  discard: (id, version) => api.delete('/api/documents/:id/draft', { param: { id }, json: { version } }),
  publish: (id: number, version: number) =>
    api.post('/api/documents/:id/publish', { param: { id }, json: { version } }),
  revisions: (id, signal) => api.get('/api/documents/:id/revisions', { param: { id }, signal }),
  revision: (id, number, signal) => api.get('/api/documents/:id/revisions/:number', { param: { id, number }, signal }),
  restore: (id, number, json) =>
    api.post('/api/documents/:id/revisions/:number/restore', { param: { id, number }, json }),
} satisfies DraftApi<DocumentDraftFields> & Record<'publish', unknown>;

/** A new document is for readers unless somebody says otherwise (CONTRACT.md, Documents). */
export const createEmptyDocument = (sectionId: number | null): DocumentDraftContent => ({
  fields: { title: '', section_id: sectionId, status: 'published' },
  content: '',
});

const STATUSES = { published: 'Published', draft: 'Draft' } as const;

export const statusOptions = Object.entries(STATUSES).map(([value, label]) => ({ value, label }));

export const formatSectionName = ({ name, product_name }: SectionJson) =>
  product_name ? `${product_name}: ${name}` : name;

export const createDocumentFieldFormatter =
  (sections: readonly SectionJson[]): FieldFormatter<DocumentDraftFields> =>
  ({ title, section_id, status }) => {
    const section = sections.find(({ id }) => id === section_id);
    return {
      title: { label: 'Title', value: title || '(none)' },
      section_id: { label: 'Section', value: section ? formatSectionName(section) : '(none)' },
      status: { label: 'Status', value: STATUSES[status] },
    };
  };

/** What saving means for what is chosen, given what readers have. */
export function getPublishAction({ status }: DocumentDraftFields, document: DocumentJson | null): PublishAction {
  const isLive = document?.status === 'published';
  if (status === 'published') {
    const consequence = isLive
      ? 'Readers have the new version at once.'
      : 'Everybody who is signed in can read the document at once.';
    return { label: isLive ? 'Publish changes' : 'Publish', busyLabel: 'Publishing...', consequence, isPublic: true };
  }
  if (isLive) {
    const consequence = 'Readers no longer have the document. It becomes a draft again.';
    return { label: 'Take down', busyLabel: 'Taking down...', consequence, isPublic: false };
  }
  const consequence = 'The document is kept as a draft. Readers do not see it.';
  return { label: 'Save draft', busyLabel: 'Saving...', consequence, isPublic: false };
}
