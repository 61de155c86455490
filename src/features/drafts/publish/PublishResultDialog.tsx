import { type ReactNode, useEffect, useState } from 'react';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

/** Saving returns to the manager (specification), after long enough to read the result (ms). */
const SHOWN_MS = 5_000;

type Props = {
  /** What happened, in a word. */
  title: string;
  /** How far it is, or why it failed. */
  status: ReactNode;
  /** The card is shown, and the dialog redirects to the manager unless the user does something. */
  isFinished: boolean;
  /** Shows the button back to the manager before it is finished, too. */
  canLeave: boolean;
  card: ReactNode;
  managerName: string;
  /** Where readers find it; null while they cannot. */
  view: { label: string; href: string } | null;
  /** The button that publishes again after a failure. */
  retry?: ReactNode;
  /** Back to the manager. */
  onDone: () => void;
  /** Back to the text. */
  onStay: () => void;
};

/** The result of a publish. Escape returns to the text. */
export function PublishResultDialog(props: Props) {
  const { title, status, isFinished, canLeave, card, managerName, view, retry, onDone, onStay } = props;
  const [isInteracting, setInteracting] = useState(false);
  useEffect(() => {
    if (!isFinished || isInteracting) return;
    const timer = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isFinished, isInteracting, onDone]);
  const stayHere = () => setInteracting(true);
  return (
    <Modal isOpen title={title} onClose={onStay}>
      {/* A move or a key press stops the automatic redirect. A pointer that merely rests here does not. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it reacts to nothing that a person must do */}
      <div
        className="publish-result"
        onPointerMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && stayHere()}
        onPointerDown={stayHere}
        onKeyDown={stayHere}
      >
        {status}
        {isFinished && card}
        {isFinished && !isInteracting && <p className="field-hint">Going back to {managerName}...</p>}
        <div className="form-actions">
          {(isFinished || canLeave) && (
            <Button variant="secondary" onClick={onDone}>
              Back to {managerName}
            </Button>
          )}
          {retry}
          {isFinished && view && (
            <a className="button button-primary" href={view.href}>
              {view.label}
            </a>
          )}
        </div>
      </div>
    </Modal>
  );
}

/** 'under 0.1 s', '0.4 s'. */
export const formatTook = (milliseconds: number) =>
  milliseconds < 50 ? 'under 0.1 s' : `${(milliseconds / 1_000).toFixed(1)} s`;
