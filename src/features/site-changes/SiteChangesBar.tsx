import './site-changes.css';
import { useEffect, useRef, useState } from 'react';
import type { PublishJson } from '#api/features/publishes/publishes.contract.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { formatDuration } from '#src/features/drafts/publish/PublishResultDialog.tsx';
import { useRetryPublish } from '#src/features/publishes/use-retry-publish.ts';
import { formatMoment } from '#src/lib/format/dates.ts';
import { showToast } from '#src/lib/toast.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useReloadOnReturn } from '#src/lib/use-polling.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useRenderAt } from '#src/lib/use-render-at.ts';
import { mergePublish, usePublishes } from '#src/stores/publishes.ts';
import { usePublish } from '#src/stores/use-publish.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { closeUndoToasts, showUndoToast, undoActions } from '#src/ui/feedback/undo-toast.ts';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { LackingPrice } from './money/money-words.ts';
import { PublishChangesDialog } from './PublishChangesDialog.tsx';
import { ScheduleState } from './ScheduleState.tsx';
import {
  cancelSchedule,
  countChanges,
  createLackingPrice,
  createSitePreviewLink,
  discardSiteChanges,
  fetchSiteChanges,
  listReady,
  listUnpublished,
  publishScheduleNow,
  publishSiteChanges,
  type SiteChange,
  scheduleSiteChanges,
} from './site-changes-api.ts';

/** Loaded on demand by every screen, so that its file keeps its names and can be asked for again after a failure. */
const loadPreviewDialog = () => import('#src/features/drafts/publish/PreviewDialog.tsx');

type Props = {
  /** Something on the screen is not saved yet. */
  isDirty: boolean;
  /** Another one whenever the draft of the screen was saved. */
  savedVersion: number;
  /** Saves what is typed. @throws why it can’t be saved */
  onSave: () => Promise<void>;
  /** Drafts were published or discarded, or a publish was undone: shows what the server has now. */
  onChanged: () => Promise<void>;
};

/** `undo` until it ends (ms, this browser’s clock). */
type Followed = { publishId: number; undo: { id: string; until: number } | null };

/** Only the last publish can be undone, by its toast or in the bar. */
const UNDO_SUBJECTS = ['site'];

const NOTHING: Awaited<ReturnType<typeof fetchSiteChanges>> = { changes: [], schedules: [] };

/** How many drafts of the site wait, and the way to publish them; of a publish how far it is, and Undo. */
export function SiteChangesBar({ isDirty, savedVersion, onSave, onChanged }: Props) {
  const { value, error, reload } = useQuery('site changes', fetchSiteChanges);
  const { schedules } = value ?? NOTHING;
  const changes = listUnpublished(value ?? NOTHING);
  const count = countChanges(changes);
  const [isOpen, setOpen] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const [followed, setFollowed] = useState<Followed | null>(null);
  useReloadOnReturn(true, reload);
  const listed = useRef(savedVersion);
  useEffect(() => {
    if (listed.current === savedVersion) return;
    listed.current = savedVersion;
    reload();
  }, [savedVersion, reload]);

  const refresh = async () => {
    reload();
    await onChanged();
  };
  const ask = useToastAction(async () => {
    if (!navigator.onLine) return showToast('You’re offline. Publish when you’re back online.');
    await onSave();
    reload();
    setOpen(true);
  });
  const reloadAndThrow = (error: unknown): never => {
    reload();
    throw error;
  };
  const forgetUndo = () => setFollowed((now) => now && { ...now, undo: null });
  const follow = async (publishParts: () => ReturnType<typeof publishScheduleNow>, published: number) => {
    // Counted from before the request, so that Undo is never offered for longer than the server allows it.
    const start = Date.now();
    try {
      const { publish_id: publishId, undo } = await publishParts();
      if (publishId !== null)
        setFollowed({ publishId, undo: undo && { id: undo.id, until: start + (Date.parse(undo.until) - Date.now()) } });
      const message =
        publishId === null ? 'Visitors see this already' : `Publishing ${formatCount(published, 'change')}`;
      if (!undo) showToast(message, 'success');
      else
        showUndoToast({
          message,
          until: start + UNDO_WINDOW_MS,
          subjects: UNDO_SUBJECTS,
          undo: () => undoActions([undo.id]),
          onUndone: () => {
            setFollowed(null);
            void refresh();
          },
        });
    } finally {
      reload();
    }
    setOpen(false);
    await onChanged();
  };
  const prepare = async (lacking: readonly LackingPrice[]): Promise<SiteChange[]> => {
    if (lacking.length === 0) return listReady(changes);
    for (const { planId, interval } of lacking) await createLackingPrice(planId, interval);
    // The prices are in drafts of their plans, which go live with the rest.
    const saved = listUnpublished(await fetchSiteChanges());
    const isMeant = ({ kind, id }: SiteChange) =>
      changes.some((each) => each.kind === kind && each.id === id) ||
      (kind === 'plan' && lacking.some(({ planId }) => planId === id));
    return listReady(saved).filter(isMeant);
  };
  const publish = async (lacking: readonly LackingPrice[]) => {
    const ready = await prepare(lacking).catch(reloadAndThrow);
    await follow(() => publishSiteChanges(ready), countChanges(ready));
  };
  const publishSchedule = (id: number) => {
    const scheduled = schedules.find((each) => each.id === id)?.parts ?? [];
    return follow(() => publishScheduleNow(id), countChanges(scheduled));
  };
  const schedule = async (at: string, lacking: readonly LackingPrice[]) => {
    await scheduleSiteChanges(await prepare(lacking).catch(reloadAndThrow), at).finally(reload);
    showToast(`Scheduled for ${formatMoment(at)}`, 'success');
    setOpen(false);
  };
  const cancel = async (id: number) => {
    await cancelSchedule(id).finally(reload);
    showToast('Schedule cancelled. The changes are drafts again.', 'success');
  };
  const discard = async () => {
    const until = Date.now() + UNDO_WINDOW_MS;
    const { undos } = await discardSiteChanges(changes).finally(reload);
    const message = 'Changes discarded';
    if (undos.length === 0) showToast(message, 'success');
    else
      showUndoToast({
        message,
        note: `${formatCount(undos.length, 'page')} deleted`,
        until,
        undo: () => undoActions(undos.map(({ id }) => id)),
        onUndone: () => void refresh(),
      });
    setOpen(false);
    await onChanged();
  };
  const undo = useToastAction(
    async () => {
      if (!followed?.undo) return;
      const { message, isPartial } = await undoActions([followed.undo.id]);
      if (isPartial) throw new Error(message);
      setFollowed(null);
      return message;
    },
    {
      onSettled: () => {
        closeUndoToasts(UNDO_SUBJECTS);
        forgetUndo();
        void refresh();
      },
    },
  );
  useRenderAt(followed?.undo?.until ?? null);
  const canUndo = followed?.undo != null && followed.undo.until > Date.now();
  const hasChanges = count > 0 || isDirty;
  return (
    <>
      {followed && <FollowedPublish id={followed.publishId} />}
      {error !== null && (
        <span className="changes-state">
          Couldn’t load the changes.{' '}
          <button type="button" className="link-button" onClick={reload}>
            Retry
          </button>
        </span>
      )}
      {error === null && schedules.length > 0 && (
        <ScheduleState schedules={schedules} onOpen={() => setOpen(true)} onDue={() => void refresh()} />
      )}
      {error === null && value && (count > 0 || (!followed && schedules.length === 0)) && (
        <span className="changes-state" data-state={count > 0 ? undefined : 'none'}>
          {count > 0 ? (
            <button type="button" className="link-button" onClick={() => void ask.run()}>
              {formatCount(count, 'draft change')}
            </button>
          ) : (
            !isDirty && 'Nothing to publish'
          )}
        </span>
      )}
      {canUndo && (
        <Button
          variant="quiet"
          className="button-small"
          isBusy={undo.isBusy}
          busyLabel="Undoing..."
          onClick={() => void undo.run()}
        >
          Undo publish
        </Button>
      )}
      <Button variant="quiet" className="button-small" onClick={() => setPreviewed(true)}>
        Preview
      </Button>
      <Button
        variant={hasChanges ? 'primary' : 'secondary'}
        disabled={!hasChanges}
        isBusy={ask.isBusy}
        busyLabel="Saving..."
        onClick={() => void ask.run()}
      >
        Publish...
      </Button>
      <PublishChangesDialog
        isOpen={isOpen}
        changes={changes}
        schedules={schedules}
        count={count}
        onPublish={publish}
        onSchedule={schedule}
        onPublishSchedule={publishSchedule}
        onCancelSchedule={cancel}
        onDiscard={discard}
        onClose={() => setOpen(false)}
      />
      {isPreviewed && (
        <LazyBoundary load={loadPreviewDialog} onClose={() => setPreviewed(false)}>
          {({ PreviewDialog }) => (
            <PreviewDialog
              createLink={async () => {
                await onSave();
                return createSitePreviewLink();
              }}
              onClose={() => setPreviewed(false)}
            />
          )}
        </LazyBoundary>
      )}
    </>
  );
}

/** One publish in the bar: 'Publishing...', 'Live (took 1.9 s)', or why not. */
function FollowedPublish({ id }: { id: number }) {
  const publish = usePublish(id);
  const pinnedRelease = usePublishes().site?.pinned_release ?? null;
  const [isShown, setShown] = useState(false);
  const { isBusy, retry } = useRetryPublish(id, (retried) => {
    mergePublish(retried);
    setShown(false);
  });
  if (publish?.status !== 'failed')
    return (
      <span role="status" className="changes-state" data-state={publish?.status ?? 'queued'}>
        {formatProgress(publish, pinnedRelease)}
      </span>
    );
  return (
    <span role="status" className="changes-state" data-state="failed">
      Not published{' '}
      <button type="button" className="link-button" onClick={() => setShown(true)}>
        Show why
      </button>
      <Modal isOpen={isShown} title="Not published" onClose={() => setShown(false)}>
        <Notice tone="error">
          <p>
            Your changes are saved, but they couldn’t be published. Visitors still see the previous version.
            {publish.failed_path && ` Page: ${publish.failed_path}.`}
          </p>
          <p>{publish.error ?? 'An error occurred'}</p>
        </Notice>
        <div className="form-actions">
          <Button isBusy={isBusy} busyLabel="Retrying..." onClick={retry}>
            Retry
          </Button>
          <Button variant="secondary" onClick={() => setShown(false)}>
            Close
          </Button>
        </div>
      </Modal>
    </span>
  );
}

function formatProgress(publish: PublishJson | null, pinnedRelease: number | null): string {
  if (publish?.status === 'live') return `Live (took ${formatDuration(publish.milliseconds ?? 0)})`;
  if (publish?.status === 'rendering') return 'Publishing...';
  if (pinnedRelease !== null) return `Publishing is paused at release ${pinnedRelease}`;
  return 'In the queue...';
}
