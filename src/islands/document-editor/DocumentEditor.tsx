import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { UserJson } from '#api/features/auth/auth.contract.ts';
import type { DocumentDraftFields } from '#api/features/drafts/drafts.contract.ts';
import { checkText } from '#src/components/drafting/advise.ts';
import { createBrowserMirror } from '#src/components/drafting/browser-mirror.ts';
import { ContentField } from '#src/components/drafting/ContentField.tsx';
import { DraftingFrame } from '#src/components/drafting/DraftingFrame.tsx';
import { DiscardChanges } from '#src/components/drafting/DiscardChanges.tsx';
import { leaveKeepingDraft } from '#src/components/drafting/leave.ts';
import { useDraft } from '#src/components/drafting/use-draft.ts';
import { usePublishing } from '#src/components/drafting/use-publishing.ts';
import type { RichTextEditorHandle } from '#src/components/editor/RichTextEditor.tsx';
import { Button } from '#src/components/ui/Button.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { SelectField } from '#src/components/ui/SelectField.tsx';
import { TextField } from '#src/components/ui/TextField.tsx';
import { ApiError } from '#src/lib/api-client.ts';
import { paths } from '#src/lib/paths.ts';
import { showToast, showToastNext } from '#src/lib/toast.ts';
import type { LoadedDocument } from './DocumentEditorIsland.tsx';
import { documentCalls, documentWords, emptyText, saveActOf, statusOptions, textOfDocument } from './document-text.ts';
import { SectionSelect } from './SectionSelect.tsx';

const PublishDialog = lazy(async () => ({
  default: (await import('#src/components/drafting/PublishDialog.tsx')).PublishDialog,
}));
const DocumentPreview = lazy(async () => ({ default: (await import('./DocumentPreview.tsx')).DocumentPreview }));

const HEADING_LEVELS = [1, 2, 3, 4, 5, 6];
const TITLE_MAX_LENGTH = 200;

/** One document being written. What readers have changes by publishing only. */
export function DocumentEditor({ user, loaded }: { user: UserJson; loaded: LoadedDocument }) {
  const { document, sections } = loaded;
  const editor = useRef<RichTextEditorHandle>(null);
  const form = useRef<HTMLDivElement>(null);
  const [mirror] = useState(() => createBrowserMirror<DocumentDraftFields>());
  const [isPreviewed, setPreviewed] = useState(false);
  const draft = useDraft<DocumentDraftFields>({
    ...startOf(loaded),
    kind: 'document',
    userId: user.id,
    calls: documentCalls,
    mirror,
    editor,
    onCreated: (id) => window.history.replaceState(window.history.state, '', paths.editDocument(id)),
  });
  const { fields, keeper } = draft;
  const wordsOf = useMemo(() => documentWords(sections ?? []), [sections]);
  const act = saveActOf(fields, document);
  const publishing = usePublishing<DocumentDraftFields>({
    ...{ draft, editor, form, act },
    missing: ({ title }) => (title.trim() ? [] : [['title', 'Please give the document a title.']]),
    async advise(id, { fields: { title }, content }) {
      const warnings = act.isPublic ? await checkText('/api/documents', id, { title, description: null, content }) : [];
      return { warnings, plan: null };
    },
    async publish(id, version) {
      try {
        const { document: saved } = await documentCalls.publish(id, version);
        return { revision: saved.revision, updatedAt: saved.updated_at, progress: null };
      } catch (error) {
        // A conflict and a wrong field say more themselves.
        const isTold = error instanceof ApiError && (error.versions !== undefined || error.issues.length > 0);
        if (!isTold) showToast('Failed to save document', 'error');
        throw error;
      }
    },
    finish() {
      const isNew = document === null || document.revision <= 1;
      showToastNext(isNew ? 'Document created successfully' : 'Document updated successfully', 'success');
      window.location.assign(paths.documentManager);
    },
  });

  return (
    <DraftingFrame
      kind="document"
      thing="document"
      userId={user.id}
      draft={draft}
      mirror={mirror}
      calls={documentCalls}
      wordsOf={wordsOf}
      publishLabel={act.label}
      onPublish={publishing.begin}
      actions={
        <>
          <Button variant="quiet" onClick={() => void leaveKeepingDraft(keeper, paths.documentManager)}>
            Cancel
          </Button>
          <Button variant="secondary" onClick={() => setPreviewed(true)}>
            Preview
          </Button>
          <Button isBusy={publishing.isPreparing} busyLabel="Saving..." onClick={publishing.begin}>
            {act.label}
          </Button>
        </>
      }
    >
      {publishing.error && <Notice tone="error">{publishing.error}</Notice>}
      <div className="drafting-columns" ref={form}>
        <div className="drafting-text">
          <TextField
            label="Title"
            className="title-field"
            name="title"
            maxLength={TITLE_MAX_LENGTH}
            autoComplete="off"
            value={fields.title}
            error={publishing.issueOf('title')}
            onChange={(event) => draft.change({ title: event.currentTarget.value })}
          />
          <ContentField
            ref={editor}
            headingLevels={HEADING_LEVELS}
            initialHtml={draft.initialContent}
            onChange={draft.contentChanged}
            error={publishing.issueOf('content')}
          />
        </div>
        <div className="drafting-settings">
          <SectionSelect
            sections={sections}
            value={fields.section_id}
            error={publishing.issueOf('section_id')}
            onChange={(section_id) => draft.change({ section_id })}
          />
          <SelectField
            label="Status"
            name="status"
            options={statusOptions}
            value={fields.status}
            onChange={(event) => draft.change({ status: event.currentTarget.value as DocumentDraftFields['status'] })}
          />
          <DiscardChanges
            draft={draft}
            live={document}
            discard={documentCalls.discard}
            reload={async (id) => (await documentCalls.open(id)).document}
            textOf={textOfDocument}
          />
        </div>
      </div>
      <Suspense>
        {publishing.step && <PublishDialog publishing={publishing} />}
        {isPreviewed && <DocumentPreview text={draft.read()} onClose={() => setPreviewed(false)} />}
      </Suspense>
    </DraftingFrame>
  );
}

function startOf({ id, document, draft, sections }: LoadedDocument) {
  const origin = { id, version: draft?.version ?? 0, baseRevision: draft?.base_revision ?? document?.revision ?? 0 };
  if (draft) return { origin, text: { fields: draft.fields, content: draft.content }, savedAt: draft.updated_at };
  if (document) return { origin, text: textOfDocument(document), savedAt: document.updated_at };
  // A manager's link may name the section that the new document is for.
  const wanted = Number(new URLSearchParams(window.location.search).get('section'));
  const section = sections?.find((each) => each.id === wanted);
  return { origin, text: emptyText(section?.id ?? null), savedAt: null };
}
