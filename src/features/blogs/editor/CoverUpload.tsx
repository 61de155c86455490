import { type ChangeEvent, useId, useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { uploadFile } from '#src/lib/upload-file.ts';

/** Uploads a picture from this device. */
export function CoverUpload({ onUploaded }: { onUploaded: (upload: UploadJson) => void }) {
  const id = useId();
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const [file] = input.files ?? [];
    if (!file) return;
    setProgress(0);
    setError(null);
    try {
      onUploaded(await uploadFile(file, { onProgress: setProgress }));
    } catch (cause) {
      setError(formatError(cause));
      input.value = '';
      setProgress(null);
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>Upload a picture</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={progress !== null}
        onChange={(event) => void upload(event)}
      />
      {progress !== null && (
        <p className="field-hint" role="status">
          {progress < 1 ? `Uploading: ${Math.round(progress * 100)} %` : 'Making its sizes...'}
        </p>
      )}
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  );
}
