import { type ChangeEvent, useId, useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { Notice } from '#src/components/ui/Notice.tsx';
import { wordsOfError } from '#src/lib/api-client.ts';
import { sendPicture } from './send-picture.ts';

/** Uploads a picture from this device. */
export function CoverUpload({ onUploaded }: { onUploaded: (upload: UploadJson) => void }) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const [file] = input.files ?? [];
    if (!file) return;
    setBusy(true);
    setError(null);
    try {
      onUploaded(await sendPicture(file));
    } catch (cause) {
      setError(wordsOfError(cause));
      input.value = '';
      setBusy(false);
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>Upload a picture</label>
      <input id={id} type="file" accept="image/*" disabled={isBusy} onChange={(event) => void upload(event)} />
      {isBusy && (
        <p className="field-hint" role="status">
          Uploading...
        </p>
      )}
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  );
}
