import { useEffect, useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { isPlainClick } from '#src/ui/navigation/InPageLink.tsx';

type GuardedDraft = { isDirty(): boolean; saveNow(): Promise<void>; backUpNow(): Promise<void>; stop(): void };

/** Saves before a link is followed, and asks when that fails. For a closing tab the browser asks. */
export function UnsavedChangesGuard({ autosaver }: { autosaver: GuardedDraft }) {
  const [pendingNavigation, setPendingNavigation] = useState<{ address: string; reason: string } | null>(null);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const address = getNavigationUrl(event);
      if (!address || !autosaver.isDirty()) return;
      event.preventDefault();
      autosaver.saveNow().then(
        () => window.location.assign(address),
        (error: Error) => setPendingNavigation({ address, reason: error.message }),
      );
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, [autosaver]);
  const leave = async (address: string) => {
    await autosaver.backUpNow();
    // The dialog has asked; without this the `beforeunload` listener of the editor would ask once more.
    autosaver.stop();
    window.location.assign(address);
  };
  return (
    <Modal
      isOpen={pendingNavigation !== null}
      title="You have unsaved changes"
      onClose={() => setPendingNavigation(null)}
    >
      {pendingNavigation && (
        <>
          <p>{pendingNavigation.reason}</p>
          <p>
            They’re kept in this browser, and you can restore them when you come back. You won’t see them on other
            devices.
          </p>
          <div className="form-actions">
            <Button onClick={() => setPendingNavigation(null)}>Stay</Button>
            <Button variant="secondary" onClick={() => void leave(pendingNavigation.address)}>
              Leave
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

/** Where a click leads out of this page; null when it does not. */
function getNavigationUrl(event: MouseEvent): string | null {
  if (!isPlainClick(event)) return null;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self') || link.download) return null;
  // Links inside the text are edited, not followed.
  if (link.isContentEditable || link.dataset.inPage !== undefined) return null;
  const isHere = link.origin === window.location.origin && link.pathname === window.location.pathname;
  return isHere && link.hash ? null : link.href;
}
