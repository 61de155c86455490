import { type ReactNode, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Shortcuts } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { DraftingDialogs, type OpenDialog } from './DraftDialogs.tsx';
import type { FieldWords } from '#src/features/drafts/conflicts/field-diff.ts';
import { GoneNotice } from '#src/features/drafts/autosave/DeletedNotice.tsx';
import { LeaveGuard } from '#src/features/drafts/autosave/UnsavedChangesGuard.tsx';
import { LeftBehind } from '#src/features/drafts/local-store/RecoverableDrafts.tsx';
import { SaveStatus } from '#src/features/drafts/autosave/SaveStatus.tsx';
import { useDraftKeys } from './use-draft-shortcuts.ts';
import { useLeftBehind } from '#src/features/drafts/local-store/use-recoverable-drafts.ts';
import type { LiveText, Writing } from './use-draft-editor.ts';

/** What is written, in words. */
const THINGS = { blog: 'post', document: 'document' } as const;

type Props<Fields extends object, Live extends LiveText> = {
  writing: Writing<Fields, Live>;
  wordsOf: FieldWords<Fields>;
  /** What stands beside the state of saving. */
  actions: ReactNode;
  publishLabel: string;
  onPublish: () => void;
  children: ReactNode;
};

/** What surrounds every text that is written: is it saved, what was left behind, who else writes, what was before. */
export function DraftingFrame<Fields extends object, Live extends LiveText>(props: Props<Fields, Live>) {
  const { writing, wordsOf } = props;
  const { keeper, state, read } = writing.draft;
  const { save } = state;
  const thing = THINGS[writing.kind];
  const [open, setOpen] = useState<OpenDialog>(null);
  const leftBehind = useLeftBehind(writing);
  const shortcuts = useDraftKeys({
    publishLabel: props.publishLabel,
    onSave: () => void keeper.saveNow({ evenEmpty: true }).catch(() => undefined),
    onPublish: props.onPublish,
  });

  return (
    <div className="drafting">
      <div className="drafting-bar">
        <SaveStatus state={state} onRetry={() => void keeper.retry()} onResolve={() => setOpen('conflict')} />
        <div className="drafting-actions">
          {keeper.origin().id !== null && (
            <Button variant="quiet" onClick={() => setOpen('revisions')}>
              Revisions
            </Button>
          )}
          {props.actions}
        </div>
      </div>
      {save.kind === 'conflict' && (
        <ConflictNotice
          who={save.theirs.user?.name ?? 'Somebody'}
          thing={thing}
          onCompare={() => setOpen('conflict')}
        />
      )}
      {save.kind === 'gone' && (
        <GoneNotice
          reason={save.reason}
          thing={thing}
          readContent={() => read().content}
          onSaveAsNew={() => keeper.saveAsNew()}
        />
      )}
      <LeftBehind
        records={leftBehind.records}
        read={read}
        wordsOf={wordsOf}
        onRestore={leftBehind.restore}
        onDiscard={leftBehind.discard}
      />
      {props.children}
      <Shortcuts items={shortcuts} />
      <LeaveGuard keeper={keeper} />
      <DraftingDialogs open={open} writing={writing} wordsOf={wordsOf} onClose={() => setOpen(null)} />
    </div>
  );
}

function ConflictNotice({ who, thing, onCompare }: { who: string; thing: string; onCompare: () => void }) {
  return (
    <Notice tone="info">
      <p>
        {who} saved another version of this {thing}. You can go on writing: what you type is kept in this browser, and
        nothing is written over.
      </p>
      <Button onClick={onCompare}>Compare and choose</Button>
    </Notice>
  );
}
