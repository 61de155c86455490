import { type ReactNode, useState } from 'react';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { FieldsDraftFrame } from '#src/features/drafts/FieldsDraftFrame.tsx';
import type { DraftEditor, LiveSubject } from '#src/features/drafts/use-draft-editor.ts';
import { SiteChangesBar } from './SiteChangesBar.tsx';
import { isMissing } from './SitePartLoader.tsx';

type Props<Fields extends object, Live extends LiveSubject> = {
  draftEditor: DraftEditor<Fields, Live>;
  formatFields: FieldFormatter<Fields>;
  /** What two people may change at once: 'the settings'. */
  what: string;
  /** In its place once it is deleted with its draft; Undo brings it back. */
  whenDeleted?: ReactNode;
  children: ReactNode;
};

/** What surrounds the draft of a part of the site: its state, and the changes of the whole site, which are published together. */
export function SitePartFrame<Fields extends object, Live extends LiveSubject>(props: Props<Fields, Live>) {
  const { draft, draftApi } = props.draftEditor;
  const { autosaver, state } = draft;
  const { id, version } = autosaver.draftBase();
  const [isDeleted, setDeleted] = useState(false);
  const showServerDraft = async () => {
    if (id === null) return;
    const changes = autosaver.changes();
    const loaded = await draftApi.load(id).catch((error: unknown) => {
      if (props.whenDeleted && isMissing(error)) return null;
      throw error;
    });
    setDeleted(loaded === null);
    if (loaded) draft.applyServerDraft(loaded.draft ?? loaded.live_draft, changes);
  };
  if (isDeleted) return props.whenDeleted;
  return (
    <FieldsDraftFrame
      {...props}
      actions={
        <SiteChangesBar
          isDirty={state.isDirty}
          savedVersion={version}
          onSave={() => autosaver.saveNow()}
          onChanged={showServerDraft}
        />
      }
    />
  );
}
