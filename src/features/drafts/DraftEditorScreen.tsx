import { TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { type ReactNode, useReducer, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { showToast, showToastAfterNavigation } from '#src/lib/toast.ts';
import type { DraftAutosaver } from '#src/features/drafts/autosave/draft-autosaver.ts';
import { ContentField } from './ContentField.tsx';
import { DiscardDraft } from './DiscardDraft.tsx';
import { type Copying, DuplicateDraft } from './DuplicateDraft.tsx';
import { DraftEditorFrame } from './DraftEditorFrame.tsx';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import type { PublishAction } from '#src/features/drafts/publish/publish-action.ts';
import type { PublishFlow } from '#src/features/drafts/publish/use-publish-flow.ts';
import { Outline } from './editor-layout/Outline.tsx';
import type { Manager } from './editor-layout/RoomBar.tsx';
import { SettingsPanel } from './editor-layout/SettingsPanel.tsx';
import { formatLength } from './editor-layout/format-length.ts';
import { TitleField } from './editor-layout/TitleField.tsx';
import { useSettingsPanel } from './editor-layout/use-settings-panel.ts';
import { useTextFacts } from './editor-layout/use-text-facts.ts';
import type { LiveSubject, DraftEditor } from './use-draft-editor.ts';

const loadPublishDialog = () => import('#src/features/drafts/publish/PublishDialog.tsx');

type Props<Fields extends { title: string }, Live extends LiveSubject> = {
  draftEditor: DraftEditor<Fields, Live>;
  publishFlow: PublishFlow<Fields>;
  /** The primary button, and the other actions on the published version. */
  actions: { primary: PublishAction<Fields>; more: readonly PublishAction<Fields>[] };
  formatFields: FieldFormatter<Fields>;
  headingLevels: readonly number[];
  manager: Manager;
  /** Said in the bar instead of the length of the text. */
  info?: string | undefined;
  copying: Copying<Fields>;
  /** How it will look to readers. */
  preview: (close: () => void) => ReactNode;
  /** Between the bar and the text, such as who waits for it. */
  notice?: ReactNode;
  /** What is published, at the head of the publish dialog. */
  subject: ReactNode;
  /** The settings: all fields except title and content. */
  children: ReactNode;
};

/** The screen on which a post or a document is written: its title and text, its settings, and what can be done with it. */
export function DraftEditorScreen<Fields extends { title: string }, Live extends LiveSubject>(
  props: Props<Fields, Live>,
) {
  const { draftEditor, publishFlow, actions, formatFields, headingLevels, manager, preview, children } = props;
  const { draft, editor, form } = draftEditor;
  const { autosaver } = draft;
  const [isPreviewed, setPreviewed] = useState(false);
  const [focusRequests, requestFocus] = useReducer((count: number) => count + 1, 0);
  const [isNewAtStart] = useState(() => autosaver.draftBase().id === null);
  const { facts, schedule } = useTextFacts(editor, draft.initialContent);
  const { getIssue, issues } = publishFlow;
  const settings = useSettingsPanel([...issues.keys()].some((name) => name !== 'title' && name !== 'content'));
  const { primary } = actions;
  const openPreview = () => {
    if (isEmpty(draft.read())) showToast('There’s nothing to preview yet. Add a title or some text.', 'info');
    else setPreviewed(true);
  };
  const more = actions.more.map((action) => ({ label: action.label, run: () => publishFlow.start(action) }));
  // A menu of Cancel alone would hide what the way back in the bar does.
  const menu =
    more.length > 0 ? [...more, { label: 'Cancel', run: () => void saveAndLeave(autosaver, manager.path) }] : [];
  return (
    <DraftEditorFrame
      draftEditor={draftEditor}
      formatFields={formatFields}
      publishLabel={primary.confirmLabel}
      onPublish={() => publishFlow.start()}
      bar={{
        manager,
        settings,
        more: menu,
        onPreview: openPreview,
        info: props.info ?? formatLength(facts),
        offlineMessage: publishFlow.offlineMessage,
        primary: (
          <Button isBusy={publishFlow.isPreparing} busyLabel="Saving..." onClick={() => publishFlow.start()}>
            {primary.label}
          </Button>
        ),
      }}
      notices={
        <>
          {props.notice}
          {publishFlow.error && (
            <Notice tone="error" title={publishFlow.error.title}>
              {publishFlow.error.message}
            </Notice>
          )}
        </>
      }
    >
      {({ revisions, shortcuts }) => (
        <>
          <div className="room-columns" data-settings={settings.isWide && settings.isOpen} ref={form}>
            <Outline headings={facts.headings} onJump={(index) => editor.current?.jumpTo({ tag: 'heading', index })} />
            <div className="room-sheet">
              <TitleField
                value={draft.fields.title}
                error={getIssue('title')}
                isFocused={isNewAtStart}
                onChange={(title) => draft.change({ title } as Partial<Fields>)}
                onEnter={requestFocus}
              />
              <ContentField
                ref={editor}
                focusRequests={focusRequests}
                headingLevels={headingLevels}
                takeTitle={(title) => {
                  if (draft.read().fields.title.trim() !== '' || title.length > TITLE_MAX_LENGTH) return false;
                  draft.change({ title } as Partial<Fields>);
                  return true;
                }}
                initialHtml={draft.initialContent}
                onChange={() => {
                  draft.contentChanged();
                  schedule();
                }}
                error={getIssue('content')}
              />
            </div>
            <SettingsPanel panel={settings}>
              {children}
              <div className="settings-more">
                {revisions}
                <DuplicateDraft draftEditor={draftEditor} copying={props.copying} />
                <DiscardDraft draftEditor={draftEditor} />
                {shortcuts}
              </div>
            </SettingsPanel>
          </div>
          {publishFlow.step && (
            <LazyBoundary load={loadPublishDialog} onClose={publishFlow.close}>
              {({ PublishDialog }) => <PublishDialog publishFlow={publishFlow} subject={props.subject} />}
            </LazyBoundary>
          )}
          {isPreviewed && preview(() => setPreviewed(false))}
        </>
      )}
    </DraftEditorFrame>
  );
}

const isEmpty = ({ fields, content }: { fields: { title: string }; content: string }) =>
  fields.title.trim() === '' && /^(<p>(<br>)?<\/p>)*$/.test(content);

/** Returns to the list, with a toast that the draft is saved. When it cannot be saved, a dialog asks before leaving. */
async function saveAndLeave(
  autosaver: Pick<DraftAutosaver<unknown>, 'isDirty' | 'saveNow' | 'draftBase'>,
  path: string,
): Promise<void> {
  if (autosaver.isDirty()) await autosaver.saveNow().catch(() => undefined);
  if (!autosaver.isDirty() && autosaver.draftBase().version > 0)
    showToastAfterNavigation('Draft saved. It isn’t published.', 'info');
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
