import { type ReactNode, useState } from 'react';
import { TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { toSingleLine } from '#src/lib/single-line.ts';
import { showToastAfterNavigation } from '#src/lib/toast.ts';
import type { DraftAutosaver } from '#src/features/drafts/autosave/draft-autosaver.ts';
import { ContentField } from './ContentField.tsx';
import { DiscardDraft } from './DiscardDraft.tsx';
import { DraftEditorFrame } from './DraftEditorFrame.tsx';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import type { PublishFlow } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

const loadPublishDialog = () => import('#src/features/drafts/publish/PublishDialog.tsx');

type Props<Fields extends { title: string }, Live extends LiveSubject> = {
  draftEditor: DraftEditor<Fields, Live>;
  publishFlow: PublishFlow;
  formatFields: FieldFormatter<Fields>;
  headingLevels: readonly number[];
  /** Where the list is that one comes from. */
  manager: string;
  /** How it will look to readers. */
  preview: (close: () => void) => ReactNode;
  /** Everything beside title and content. */
  children: ReactNode;
};

/** The screen on which a post or a document is written: its title and text, its settings, and what can be done with it. */
export function DraftEditorScreen<Fields extends { title: string }, Live extends LiveSubject>(
  props: Props<Fields, Live>,
) {
  const { draftEditor, publishFlow, formatFields, headingLevels, manager, preview, children } = props;
  const { draft, editor, form } = draftEditor;
  const [isPreviewed, setPreviewed] = useState(false);
  const { action, getIssue } = publishFlow;
  return (
    <DraftEditorFrame
      draftEditor={draftEditor}
      formatFields={formatFields}
      publishLabel={action.label}
      onPublish={publishFlow.start}
      actions={
        <>
          <Button variant="quiet" onClick={() => void saveAndLeave(draft.autosaver, manager)}>
            Cancel
          </Button>
          <Button variant="secondary" onClick={() => setPreviewed(true)}>
            Preview
          </Button>
          <Button isBusy={publishFlow.isPreparing} busyLabel="Saving..." onClick={publishFlow.start}>
            {action.label}
          </Button>
        </>
      }
    >
      {publishFlow.error && <Notice tone="error">{publishFlow.error}</Notice>}
      <div className="drafting-columns" ref={form}>
        <div className="drafting-text">
          <TextField
            label="Title"
            className="title-field"
            name="title"
            maxLength={TITLE_MAX_LENGTH}
            autoComplete="off"
            value={draft.fields.title}
            error={getIssue('title')}
            onChange={(event) => draft.change({ title: toSingleLine(event.currentTarget.value) } as Partial<Fields>)}
          />
          <ContentField
            ref={editor}
            headingLevels={headingLevels}
            initialHtml={draft.initialContent}
            onChange={draft.contentChanged}
            error={getIssue('content')}
          />
        </div>
        <div className="drafting-settings">
          {children}
          <DiscardDraft draftEditor={draftEditor} />
        </div>
      </div>
      {publishFlow.step && (
        <LazyBoundary load={loadPublishDialog} onClose={publishFlow.close}>
          {({ PublishDialog }) => <PublishDialog publishFlow={publishFlow} />}
        </LazyBoundary>
      )}
      {isPreviewed && preview(() => setPreviewed(false))}
    </DraftEditorFrame>
  );
}

/** Goes back to the list, and says there that the draft is kept. What cannot be saved is asked about on the way out. */
async function saveAndLeave(
  autosaver: Pick<DraftAutosaver<unknown>, 'isDirty' | 'saveNow' | 'draftBase'>,
  path: string,
): Promise<void> {
  if (autosaver.isDirty()) await autosaver.saveNow().catch(() => undefined);
  if (!autosaver.isDirty() && autosaver.draftBase().version > 0)
    showToastAfterNavigation('Your draft is kept. It is not published.', 'info');
  window.location.assign(path);
}

/** The shape of an editor whose draft is loading. */
export const DraftEditorSkeleton = () => (
  <div className="drafting-skeleton" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton" />
    <span className="skeleton" />
    <span className="skeleton content-skeleton" />
  </div>
);
