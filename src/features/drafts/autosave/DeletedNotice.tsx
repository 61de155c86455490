import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { formatError } from '#src/lib/api-client.ts';

type Props = {
  reason: string;
  /** Such as 'post'. */
  noun: string;
  readContent: () => string;
  onSaveAsNew: () => Promise<void>;
};

/** The post or document was deleted; the text is still here. */
export function DeletedNotice({ reason, noun, readContent, onSaveAsNew }: Props) {
  const [statusMessage, setStatusMessage] = useState('');
  const [busy, setBusy] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(readContent()).then(
      () => setStatusMessage('Text copied as HTML'),
      () => setStatusMessage('Couldn’t copy the text. Select it below and copy it.'),
    );
  const save = async () => {
    setBusy(true);
    await onSaveAsNew().catch((error: unknown) => setStatusMessage(formatError(error)));
    setBusy(false);
  };
  return (
    <Notice tone="error">
      <p>
        {reason.replace(/\.?$/, '.')} Someone deleted this {noun} or moved it to the trash. Your text is still here and
        kept in this browser.
      </p>
      <div className="form-actions">
        <Button isBusy={busy} busyLabel="Saving..." onClick={() => void save()}>
          Save as a new {noun}
        </Button>
        <Button variant="secondary" onClick={() => void copy()}>
          Copy text
        </Button>
      </div>
      {statusMessage && <p role="status">{statusMessage}</p>}
    </Notice>
  );
}
