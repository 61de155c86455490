import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Notice } from '#src/components/ui/Notice.tsx';
import { Shortcuts } from '#src/components/ui/Shortcuts.tsx';
import { showToast } from '#src/lib/toast.ts';
import type { ConflictDialog as Conflict } from './ConflictDialog.tsx';
import { type DraftText, type MirrorRecord, newSession } from './draft-text.ts';
import type { FieldWords } from './field-words.ts';
import { GoneNotice } from './GoneNotice.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LeftBehind } from './LeftBehind.tsx';
import type { RevisionsDialog as Revisions } from './RevisionsDialog.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { useDraftKeys } from './use-draft-keys.ts';
import { useLeftBehind } from './use-left-behind.ts';
import type { LiveText, Writing } from './use-writing.ts';

// The type of a lazy component forgets that these are generic.
const ConflictDialog = lazy(async () => {
  const { ConflictDialog: loaded } = await import('./ConflictDialog.tsx');
  return { default: loaded };
}) as unknown as typeof Conflict;
const RevisionsDialog = lazy(async () => {
  const { RevisionsDialog: loaded } = await import('./RevisionsDialog.tsx');
  return { default: loaded };
}) as unknown as typeof Revisions;

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
  const { kind, userId, draft, mirror, calls } = writing;
  const thing = THINGS[kind];
  const { keeper, state } = draft;
  const [open, setOpen] = useState<'conflict' | 'revisions' | null>(null);
  const [saved] = useState<DraftText<Fields>>(draft.read);
  const { records, forget } = useLeftBehind({ mirror, kind, subjectId: keeper.origin().id, userId, saved });
  const id = keeper.origin().id;
  const { save } = state;

  const goOn = (record: MirrorRecord<Fields>) => {
    forget(record);
    draft.goOn(record);
    showToast('Your text is back. It is being saved as the draft.', 'success');
  };
  const discard = (record: MirrorRecord<Fields>) => {
    forget(record);
    void mirror.remove(record.session);
  };
  const choose = async (mine: DraftText<Fields>, chosen: DraftText<Fields>) => {
    await keeper.resolve(mine, chosen);
    draft.replace(chosen);
    setOpen(null);
    await keeper.saveNow();
  };
  const restore = async (number: number) => {
    await keeper.saveNow();
    const { version } = keeper.origin();
    // Under another name, so that the revision of what stands here now stays as it is.
    draft.take(await calls.restore(id ?? 0, number, { version, session: newSession() }));
    setOpen(null);
    showToast('The revision is the draft now. Readers see it when you publish.', 'success');
  };
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
          {id !== null && (
            <Button variant="quiet" onClick={() => setOpen('revisions')}>
              Revisions
            </Button>
          )}
          {props.actions}
        </div>
      </div>
      {save.kind === 'conflict' && (
        <Notice tone="info">
          <p>
            {save.theirs.user?.name ?? 'Somebody'} saved another version of this {thing}. You can go on writing: what
            you type is kept in this browser, and nothing is written over.
          </p>
          <Button onClick={() => setOpen('conflict')}>Compare and choose</Button>
        </Notice>
      )}
      {save.kind === 'gone' && (
        <GoneNotice
          reason={save.reason}
          thing={thing}
          readContent={() => draft.read().content}
          onSaveAsNew={() => keeper.saveAsNew()}
        />
      )}
      <LeftBehind records={records} read={draft.read} wordsOf={wordsOf} onRestore={goOn} onDiscard={discard} />
      {props.children}
      <Shortcuts items={shortcuts} />
      <LeaveGuard keeper={keeper} />
      <Suspense>
        {save.kind === 'conflict' && (
          <ConflictDialog
            isOpen={open === 'conflict'}
            mine={draft.read}
            theirs={save.theirs}
            base={save.base}
            wordsOf={wordsOf}
            onChoose={choose}
            onClose={() => setOpen(null)}
          />
        )}
        {id !== null && open === 'revisions' && (
          <RevisionsDialog
            isOpen
            id={id}
            calls={calls}
            read={draft.read}
            wordsOf={wordsOf}
            onRestore={restore}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
