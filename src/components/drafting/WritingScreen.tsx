import { type ReactNode, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { OnDemand } from '#src/components/ui/OnDemand.tsx';
import { TextField } from '#src/components/ui/TextField.tsx';
import { oneLine } from '#src/lib/one-line.ts';
import { ContentField } from './ContentField.tsx';
import { DiscardChanges } from './DiscardChanges.tsx';
import { DraftingFrame } from './DraftingFrame.tsx';
import type { FieldWords } from './field-words.ts';
import { leaveKeepingDraft } from './leave.ts';
import type { Publishing } from './use-publishing.ts';
import type { LiveText, Writing } from './use-writing.ts';

const loadPublishDialog = () => import('./PublishDialog.tsx');

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
