import { useEffect, useRef, useState } from 'react';
import { formatTime } from '#src/lib/format/dates.ts';
import { paths } from '#src/lib/paths.ts';
import { type AutosaveState, type SaveState, formatSaveState } from './save-state.ts';

type Props<Fields> = {
  state: AutosaveState<Fields>;
  userId: number;
  onRetry: () => void;
  onResolve: () => void;
};

/** The save state as text. Announced only on failure and recovery, so that it does not disturb writing. */
export function SaveStatus<Fields>({ state, userId, onRetry, onResolve }: Props<Fields>) {
  const { save, backupError } = state;
  const statusText = formatStatus(save, userId);
  const isTrouble = !['saved', 'waiting', 'saving'].includes(save.kind);
  return (
    <div className="save-status" data-state={save.kind}>
      <p className="save-words">
        <span className="save-dot" aria-hidden="true" />
        <span>{statusText}</span>
        {(save.kind === 'failed' || save.kind === 'offline') && (
          <button type="button" className="link-button" onClick={onRetry}>
            Retry
          </button>
        )}
        {save.kind === 'conflict' && (
          <button type="button" className="link-button" onClick={onResolve}>
            Compare versions
          </button>
        )}
        {save.kind === 'ended' && (
          <a href={paths.login} target="_blank" rel="noopener">
            Sign in again in a new tab
          </a>
        )}
      </p>
      {backupError && <p className="save-trouble">{backupError}</p>}
      <StatusAnnouncer statusText={isTrouble ? statusText : 'Saved'} isTrouble={isTrouble} />
    </div>
  );
}

function formatStatus(save: SaveState<unknown>, userId: number): string {
  if (save.kind === 'saved') return save.at === null ? 'No changes yet' : `Saved at ${formatTime(save.at)}`;
  if (save.kind === 'waiting') return 'Not saved yet';
  if (save.kind === 'saving') return 'Saving...';
  if (save.kind === 'offline') return 'Offline. Saved in this browser';
  if (save.kind === 'ended') return 'Not saved. Your session has ended, but your text is kept in this browser.';
  if (save.kind === 'conflict' && save.theirs.user?.id === userId)
    return 'Not saved. You saved a different version in another tab. Nothing is lost.';
  if (save.kind === 'conflict') return 'Not saved. Someone else saved a different version. Nothing is lost.';
  return `Couldn’t save. ${formatSaveState(save)}`;
}

/** Announces each new failure and the recovery, not every save. */
function StatusAnnouncer({ statusText, isTrouble }: { statusText: string; isTrouble: boolean }) {
  const [announcement, setAnnouncement] = useState('');
  const hadTrouble = useRef(false);
  useEffect(() => {
    if (isTrouble || hadTrouble.current) setAnnouncement(statusText);
    hadTrouble.current = isTrouble;
  }, [statusText, isTrouble]);
  return (
    <p className="visually-hidden" role="status">
      {announcement}
    </p>
  );
}
