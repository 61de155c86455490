import { type ReactNode, useState } from 'react';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

export type SecretDialogProps<Values> = {
  isOpen: boolean;
  /** Returns the secret. @throws what the server refuses. */
  onSave: (values: Values) => Promise<string>;
  onClose: () => void;
};

type Props<Values> = SecretDialogProps<Values> & {
  title: string;
  /** Above the secret. */
  secretTitle: string;
  noun: ShownSecretProps['noun'];
  /** The form, mounted again each time the dialog opens. */
  children: (onSave: (values: Values) => Promise<void>, onClose: () => void) => ReactNode;
};

/** Makes something that has a secret, and shows the secret this once. */
export function SecretDialog<Values>({ isOpen, onSave, children, ...props }: Props<Values>) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    props.onClose();
  };
  return (
    <Modal isOpen={isOpen} title={secret === null ? props.title : props.secretTitle} onClose={close}>
      {secret === null ? (
        children(async (values) => setSecret(await onSave(values)), close)
      ) : (
        <ShownSecret noun={props.noun} secret={secret} onClose={close} />
      )}
    </Modal>
  );
}

type ShownSecretProps = { noun: 'key' | 'secret'; secret: string; onClose: () => void };

function ShownSecret({ noun, secret, onClose }: ShownSecretProps) {
  const [status, setStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setStatus(noun === 'key' ? 'Key copied' : 'Secret copied');
    } catch {
      setStatus(`Couldn’t copy the ${noun}. Select it and copy it.`);
    }
  };
  return (
    <div className="form">
      <p>Copy it now and keep it where your program finds it. It isn’t shown again.</p>
      <code className="new-key">{secret}</code>
      <p className="field-hint" role="status">
        {status}
      </p>
      <div className="form-actions">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy {noun}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
