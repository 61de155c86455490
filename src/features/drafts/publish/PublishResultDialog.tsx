import { type ReactNode, useEffect, useRef } from 'react';
import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

type Props = {
  /** What happened, in a word. */
  title: string;
  /** How far it is, or why it failed. */
  status: ReactNode;
  /** The card is shown. */
  isFinished: boolean;
  /** Shows the button back to the list before it is finished, too. */
  canLeave: boolean;
  card: ReactNode;
  /** The list that one goes back to: 'posts'. */
  listName: string;
  /** Where readers find it; null while they cannot. */
  view: { label: string; href: string } | null;
  /** The button that publishes again after a failure. */
  retry?: ReactNode;
  /** Asks for another time of what is scheduled. */
  onChangeTime?: (() => void) | undefined;
  /** Back to the list, where the specification sends everybody. */
  onDone: () => void;
  /** Back to the text. */
  onStay: () => void;
};

/** The result of a publish. 'Stay here' has the focus; Escape and the cross do the same. */
export function PublishResultDialog(props: Props) {
  const { title, status, isFinished, canLeave, card, listName, view, retry, onChangeTime, onDone, onStay } = props;
  const stay = useRef<HTMLButtonElement>(null);
  // The dialog gave the focus to its first button, the cross.
  useEffect(() => stay.current?.focus(), []);
  return (
    <Modal isOpen title={title} onClose={onStay}>
      <div className="publish-result">
        {status}
        {isFinished && card}
        <div className="form-actions">
          {(isFinished || canLeave) && (
            <Button variant="secondary" onClick={onDone}>
              Back to {listName}
            </Button>
          )}
          {retry}
          {isFinished && onChangeTime && (
            <Button variant="secondary" onClick={onChangeTime}>
              Change time
            </Button>
          )}
          {isFinished && view && (
            <a className="button button-secondary" href={view.href}>
              {view.label}
            </a>
          )}
          <Button ref={stay} variant={retry ? 'secondary' : 'primary'} onClick={onStay}>
            Stay here
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** What of the text may be why it was not published, each with the way to its place. */
export const CauseList = ({
  causes,
  onShow,
}: {
  causes: readonly CheckWarningJson[];
  onShow: (cause: CheckWarningJson) => void;
}) => (
  <section className="publish-warnings" aria-labelledby="publish-causes">
    <h3 id="publish-causes">This may be why</h3>
    <ul>
      {causes.map((cause) => (
        <li key={`${cause.kind} ${cause.target?.index} ${cause.message}`}>
          <span>{cause.message}</span>
          <button
            type="button"
            className="link-button"
            aria-label={`Show: ${cause.message}`}
            onClick={() => onShow(cause)}
          >
            Show
          </button>
        </li>
      ))}
    </ul>
  </section>
);

/** 'under 0.1 s', '0.4 s'. */
export const formatDuration = (milliseconds: number) =>
  milliseconds < 50 ? 'under 0.1 s' : `${(milliseconds / 1_000).toFixed(1)} s`;
