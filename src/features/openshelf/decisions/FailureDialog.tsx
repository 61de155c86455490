import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { Failure } from './use-decidable-list.ts';

type Props = { failure: Failure | null; onClose: () => void };

/** The alert after a refused action: what it was about, and why. */
export function FailureDialog({ failure, onClose }: Props) {
  return (
    <Modal isOpen={failure !== null} title={failure?.subject ?? ''} onClose={onClose}>
      <p role="alert">{failure?.message}</p>
      <div className="form-actions">
        <Button onClick={onClose}>OK</Button>
      </div>
    </Modal>
  );
}
