import type { ReactNode } from 'react';
import type { FieldFormatter } from '#src/features/drafts/conflicts/field-diff.ts';
import { FieldsDraftFrame } from '#src/features/drafts/FieldsDraftFrame.tsx';
import type { DraftEditor, LiveSubject } from '#src/features/drafts/use-draft-editor.ts';
import { SiteChangesBar } from './SiteChangesBar.tsx';

type Props<Fields extends object, Live extends LiveSubject> = {
  draftEditor: DraftEditor<Fields, Live>;
  formatFields: FieldFormatter<Fields>;
  /** What two people may change at once: 'the settings'. */
  what: string;
  children: ReactNode;
};

/** What surrounds the draft of a part of the site: its state, and the changes of the whole site, which are published together. */
export function SitePartFrame<Fields extends object, Live extends LiveSubject>(props: Props<Fields, Live>) {
  const { draft, draftApi } = props.draftEditor;
  const { autosaver, state } = draft;
  const { id, version } = autosaver.draftBase();
  const showServerDraft = async () => {
    if (id === null) return;
    const changes = autosaver.changes();
    const { draft: saved, live_draft: live } = await draftApi.load(id);
    draft.applyServerDraft(saved ?? live, changes);
  };
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
