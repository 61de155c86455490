import { type ReactNode, useState } from 'react';
import { TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { toSingleLine } from '#src/lib/single-line.ts';
import { ContentField } from './ContentField.tsx';
import { DiscardDraft } from './DiscardDraft.tsx';
import { DraftEditorFrame } from './DraftEditorFrame.tsx';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { saveAndLeave } from '#src/features/drafts/autosave/save-and-leave.ts';
import type { PublishFlow } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

const loadPublishDialog = () => import('#src/features/drafts/publish/PublishDialog.tsx');

type Props<Fields extends { title: string }, Live extends LiveSubject> = {
  writing: DraftEditor<Fields, Live>;
  publishing: PublishFlow;
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
  const { writing, publishing, formatFields, headingLevels, manager, preview, children } = props;
  const { draft, editor, form } = writing;
  const [isPreviewed, setPreviewed] = useState(false);
  const { act: action, getIssue } = publishing;
  return (
    <DraftEditorFrame
      writing={writing}
      wordsOf={formatFields}
      publishLabel={action.label}
      onPublish={publishing.start}
      actions={
        <>
          <Button variant="quiet" onClick={() => void saveAndLeave(draft.keeper, manager)}>
            Cancel
          </Button>
          <Button variant="secondary" onClick={() => setPreviewed(true)}>
            Preview
          </Button>
          <Button isBusy={publishing.isPreparing} busyLabel="Saving..." onClick={publishing.start}>
            {action.label}
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
          <DiscardDraft writing={writing} />
        </div>
      </div>
      {publishing.step && (
        <LazyBoundary load={loadPublishDialog} onClose={publishing.close}>
          {({ PublishDialog }) => <PublishDialog publishing={publishing} />}
        </LazyBoundary>
      )}
      {isPreviewed && preview(() => setPreviewed(false))}
    </DraftEditorFrame>
  );
}
