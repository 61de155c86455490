import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';

type Props = { noun: 'key' | 'secret'; secret: string; onClose: () => void };

/** A key or a secret, the one time that it is shown. */
export function ShownSecret({ noun, secret, onClose }: Props) {
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
