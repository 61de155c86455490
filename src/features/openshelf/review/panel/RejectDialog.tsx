import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import type { PublicationJson } from '#api/features/openshelf/openshelf.contract.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { COMMENTS_MAX_LENGTH } from './ReasonPicker.tsx';

const MISSING_COMMENTS = 'Comments are required for rejection';

type Props = {
  publication: PublicationJson;
  /** The decision that needs comments; null while the dialog is closed. */
  decision: 'reject' | 'request_changes' | null;
  comments: string;
  onEdit: (comments: string) => void;
  onDecide: (decision: 'reject' | 'request_changes') => void;
  onClose: () => void;
};

const TITLES = { reject: 'Reject Publication', request_changes: 'Request changes' } as const;

/** Asks for the comments of a decision that was made without any. What is typed stays in the panel when it is closed. */
export function RejectDialog({ decision, onClose, ...form }: Props) {
  return (
    <Modal isOpen={decision !== null} title={TITLES[decision ?? 'reject']} onClose={onClose}>
      {decision && <RejectForm decision={decision} onClose={onClose} {...form} />}
    </Modal>
  );
}

type FormProps = Omit<Props, 'decision'> & { decision: 'reject' | 'request_changes' };

function RejectForm({ publication, decision, comments, onEdit, onDecide, onClose }: FormProps) {
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const getField = () => form.current?.querySelector('textarea');
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    getField()?.setAttribute('autofocus', '');
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (comments.trim() !== '') return onDecide(decision);
    setMissing(true);
    getField()?.focus();
  };
  return (
    <form className="form" ref={form} noValidate onSubmit={submit}>
      <div className="dialog-subject">
        <p>
          <b>{publication.title}</b>
          <span className="row-note">
            {publication.author_name}, v{publication.version_number}
          </span>
        </p>
      </div>
      <TextArea
        label="Comments to the author"
        value={comments}
        error={isMissing && comments.trim() === '' ? MISSING_COMMENTS : undefined}
        maxLength={COMMENTS_MAX_LENGTH}
        required
        onChange={(event) => onEdit(event.target.value)}
      />
      <div className="form-actions">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={decision === 'reject' ? 'danger' : 'primary'}>
          {TITLES[decision]}
        </Button>
      </div>
    </form>
  );
}
