import type { DocumentJson } from '#api/features/documents/documents.contract.ts';
import type { DocumentDraftFields } from '#api/features/drafts/drafts.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { createDraftCalls } from '#src/features/drafts/draft-api.ts';
import type { DraftText } from '#src/features/drafts/draft-content.ts';
import type { FieldWords } from '#src/features/drafts/conflicts/field-diff.ts';
import type { PublishAct } from '#src/features/drafts/publish/use-publish-flow.ts';

type DocumentText = DraftText<DocumentDraftFields>;

export const documentCalls = createDraftCalls<DocumentDraftFields, DocumentJson>('document');

/** A new document is for readers unless somebody says otherwise (CONTRACT.md, Documents). */
export const emptyText = (sectionId: number | null): DocumentText => ({
  fields: { title: '', section_id: sectionId, status: 'published' },
  content: '',
});

export const textOfDocument = ({ title, section_id, status, content }: DocumentJson): DocumentText => ({
  fields: { title, section_id, status },
  content,
});

const STATUSES = { published: 'Published', draft: 'Draft' } as const;

export const statusOptions = Object.entries(STATUSES).map(([value, label]) => ({ value, label }));

export const nameOfSection = ({ name, product_name }: SectionJson) =>
  product_name ? `${product_name}: ${name}` : name;

export const documentWords =
  (sections: readonly SectionJson[]): FieldWords<DocumentDraftFields> =>
  ({ title, section_id, status }) => {
    const section = sections.find(({ id }) => id === section_id);
    return {
      title: { label: 'Title', value: title || '(none)' },
      section_id: { label: 'Section', value: section ? nameOfSection(section) : '(none)' },
      status: { label: 'Status', value: STATUSES[status] },
    };
  };

/** What saving means for what is chosen, given what readers have. */
export function saveActOf({ status }: DocumentDraftFields, document: DocumentJson | null): PublishAct {
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
