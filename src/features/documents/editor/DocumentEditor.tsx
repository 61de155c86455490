import { useMemo } from 'react';
import type { UserJson } from '#api/features/users/users.contract.ts';
import type { DocumentDraftFields, DocumentJson } from '#api/features/documents/documents.contract.ts';
import type { DraftJson } from '#api/features/drafts/drafts.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { useDraftEditor } from '#src/features/drafts/use-draft-editor.ts';
import { DraftEditorScreen } from '#src/features/drafts/DraftEditorScreen.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { AddressField, formatAddressHint } from '#src/ui/forms/AddressField.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { paths } from '#src/lib/paths.ts';
import {
  documentCopyChanges,
  documentDraftApi,
  createDocumentFieldFormatter,
  createEmptyDocument,
  statusOptions,
  documentManager,
} from './document-draft.ts';
import { SectionSelect } from './SectionSelect.tsx';
import { useDocumentPublishFlow } from './use-document-publish-flow.tsx';

const loadPreview = () => import('./DocumentPreview.tsx');

/** In the order in which they are offered: the title is the heading of level 1. */
const HEADING_LEVELS = [2, 3, 4, 5, 6, 1];

type Props = {
  user: UserJson;
  loaded: {
    id: number | null;
    sections: SectionJson[] | null;
    document: DocumentJson | null;
    /** What readers have, as a draft of version 0. */
    liveDraft: DraftJson<DocumentDraftFields> | null;
    draft: DraftJson<DocumentDraftFields> | null;
  };
};

/** One document being written. What readers have changes by publishing only. */
export function DocumentEditor({ user, loaded }: Props) {
  const { id, liveDraft, draft: saved, sections } = loaded;
  const draftEditor = useDraftEditor<DocumentDraftFields, DocumentJson>({
    kind: 'document',
    userId: user.id,
    loaded: { id, live: loaded.document, liveDraft, draft: saved },
    empty: createEmptyDocument(readSectionFromUrl(sections)),
    isNew: ({ status, revision, content }) => status === 'draft' && revision === 1 && content === '',
    draftApi: documentDraftApi,
    toEditUrl: paths.editDocument,
  });
  const { draft, live: document } = draftEditor;
  const { slug } = draft.fields;
  const liveSlug = liveDraft?.fields.slug ?? null;
  const { publishFlow, ...actions } = useDocumentPublishFlow(draftEditor);
  const formatFields = useMemo(() => createDocumentFieldFormatter(sections ?? []), [sections]);
  return (
    <DraftEditorScreen
      draftEditor={draftEditor}
      publishFlow={publishFlow}
      formatFields={formatFields}
      headingLevels={HEADING_LEVELS}
      actions={actions}
      manager={documentManager}
      copying={{ changes: documentCopyChanges, toEditUrl: paths.editDocument }}
      subject={null}
      preview={(close) => (
        <LazyBoundary load={loadPreview} onClose={close}>
          {({ DocumentPreview }) => <DocumentPreview text={draft.read()} live={document} onClose={close} />}
        </LazyBoundary>
      )}
    >
      <SectionSelect
        sections={sections}
        value={draft.fields.section_id}
        error={publishFlow.getIssue('section_id')}
        onChange={(section_id) => draft.change({ section_id })}
      />
      <SelectField
        label="Status"
        name="status"
        options={statusOptions}
        value={draft.fields.status}
        onChange={(event) => draft.change({ status: event.currentTarget.value as DocumentDraftFields['status'] })}
      />
      <AddressField
        placeholder={liveSlug ?? undefined}
        value={slug ?? ''}
        hint={formatAddressHint({
          kind: 'Document',
          source: 'title',
          toPath: paths.document,
          live: liveSlug,
          slug: slug || (liveSlug ?? ''),
        })}
        error={publishFlow.getIssue('slug')}
        onChange={(typed) => draft.change({ slug: typed || null })}
      />
    </DraftEditorScreen>
  );
}

/** A manager's link may name the section that a new document is for. */
function readSectionFromUrl(sections: readonly SectionJson[] | null): number | null {
  const requestedId = Number(new URLSearchParams(window.location.search).get('section'));
  return sections?.find((section) => section.id === requestedId)?.id ?? null;
}
