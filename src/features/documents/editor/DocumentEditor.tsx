import { useMemo } from 'react';
import type { UserJson } from '#api/features/auth/auth.contract.ts';
import type { DocumentJson } from '#api/features/documents/documents.contract.ts';
import type { DocumentDraftFields } from '#api/features/drafts/drafts.contract.ts';
import type { SectionJson } from '#api/features/sections/sections.contract.ts';
import { useWriting } from '#src/features/drafts/use-draft-editor.ts';
import { WritingScreen } from '#src/features/drafts/DraftEditorScreen.tsx';
import { OnDemand } from '#src/ui/feedback/LazyBoundary.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { paths } from '#src/lib/paths.ts';
import type { LoadedDocument } from './DocumentEditor.island.tsx';
import { documentCalls, documentWords, emptyText, statusOptions, textOfDocument } from './document-draft.ts';
import { SectionSelect } from './SectionSelect.tsx';
import { useDocumentPublishing } from './use-document-publish-flow.ts';

const loadPreview = () => import('./DocumentPreview.tsx');

const HEADING_LEVELS = [1, 2, 3, 4, 5, 6];

/** One document being written. What readers have changes by publishing only. */
export function DocumentEditor({ user, loaded }: { user: UserJson; loaded: LoadedDocument }) {
  const { id, document, draft: saved, sections } = loaded;
  const writing = useWriting<DocumentDraftFields, DocumentJson>({
    kind: 'document',
    userId: user.id,
    opened: { id, live: document, draft: saved },
    empty: emptyText(sectionInAddress(sections)),
    textOf: textOfDocument,
    calls: documentCalls,
    addressOf: paths.editDocument,
  });
  const { draft } = writing;
  const publishing = useDocumentPublishing(writing);
  const wordsOf = useMemo(() => documentWords(sections ?? []), [sections]);
  return (
    <WritingScreen
      writing={writing}
      publishing={publishing}
      wordsOf={wordsOf}
      headingLevels={HEADING_LEVELS}
      manager={paths.documentManager}
      preview={(close) => (
        <OnDemand load={loadPreview} onClose={close}>
          {({ DocumentPreview }) => <DocumentPreview text={draft.read()} live={document} onClose={close} />}
        </OnDemand>
      )}
    >
      <SectionSelect
        sections={sections}
        value={draft.fields.section_id}
        error={publishing.issueOf('section_id')}
        onChange={(section_id) => draft.change({ section_id })}
      />
      <SelectField
        label="Status"
        name="status"
        options={statusOptions}
        value={draft.fields.status}
        onChange={(event) => draft.change({ status: event.currentTarget.value as DocumentDraftFields['status'] })}
      />
    </WritingScreen>
  );
}

/** A manager's link may name the section that a new document is for. */
function sectionInAddress(sections: readonly SectionJson[] | null): number | null {
  const wanted = Number(new URLSearchParams(window.location.search).get('section'));
  return sections?.find((section) => section.id === wanted)?.id ?? null;
}
