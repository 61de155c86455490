import { type ReactNode, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { OnDemand } from '#src/ui/feedback/LazyBoundary.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { oneLine } from '#src/lib/single-line.ts';
import { ContentField } from './ContentField.tsx';
import { DiscardChanges } from './DiscardDraft.tsx';
import { DraftingFrame } from './DraftEditorFrame.tsx';
import type { FieldWords } from '#src/features/drafts/conflicts/field-diff.ts';
import { leaveKeepingDraft } from '#src/features/drafts/autosave/save-and-leave.ts';
import type { Publishing } from '#src/features/drafts/publish/use-publish-flow.ts';
import type { LiveText, Writing } from './use-draft-editor.ts';

const loadPublishDialog = () => import('#src/features/drafts/publish/PublishDialog.tsx');

const TITLE_MAX_LENGTH = 200;

type Props<Fields extends { title: string }, Live extends LiveText> = {
  writing: Writing<Fields, Live>;
  publishing: Publishing;
  wordsOf: FieldWords<Fields>;
  headingLevels: readonly number[];
  /** Where the list is that one comes from. */
  manager: string;
  /** How it will look to readers. */
  preview: (close: () => void) => ReactNode;
  /** Everything beside title and content. */
  children: ReactNode;
};

/** The screen on which a post or a document is written: its title and text, its settings, and what can be done with it. */
export function WritingScreen<Fields extends { title: string }, Live extends LiveText>(props: Props<Fields, Live>) {
  const { writing, publishing, wordsOf, headingLevels, manager, preview, children } = props;
  const { draft, editor, form } = writing;
  const [isPreviewed, setPreviewed] = useState(false);
  const { act, issueOf } = publishing;
  return (
    <DraftingFrame
      writing={writing}
      wordsOf={wordsOf}
      publishLabel={act.label}
      onPublish={publishing.begin}
      actions={
        <>
          <Button variant="quiet" onClick={() => void leaveKeepingDraft(draft.keeper, manager)}>
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
            value={draft.fields.title}
            error={issueOf('title')}
            onChange={(event) => draft.change({ title: oneLine(event.currentTarget.value) } as Partial<Fields>)}
          />
          <ContentField
            ref={editor}
            headingLevels={headingLevels}
            initialHtml={draft.initialContent}
            onChange={draft.contentChanged}
            error={issueOf('content')}
          />
        </div>
        <div className="drafting-settings">
          {children}
          <DiscardChanges writing={writing} />
        </div>
      </div>
      {publishing.step && (
        <OnDemand load={loadPublishDialog} onClose={publishing.close}>
          {({ PublishDialog }) => <PublishDialog publishing={publishing} />}
        </OnDemand>
      )}
      {isPreviewed && preview(() => setPreviewed(false))}
    </DraftingFrame>
  );
}
