import { type DragEvent, useRef, useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { formatError } from '#src/lib/api-client.ts';
import { uploadFile } from '#src/lib/upload-file.ts';

/** Uploads an image from this device: dropped here, or chosen. */
export function ImageUpload({ onUploaded }: { onUploaded: (upload: UploadJson) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = async (file: File | undefined) => {
    if (!file || progress !== null) return;
    setProgress(0);
    setError(null);
    try {
      onUploaded(await uploadFile(file, { onProgress: setProgress }));
    } catch (cause) {
      setError(formatError(cause));
      setProgress(null);
    }
  };
  const drag = (event: DragEvent, isInside: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDragOver(isInside);
  };
  return (
    <section
      aria-label="Upload image"
      className={isDragOver ? 'image-drop is-over' : 'image-drop'}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, event.currentTarget.contains(event.relatedTarget as Node | null))}
      onDrop={(event) => {
        drag(event, false);
        void upload(event.dataTransfer.files[0]);
      }}
    >
      <p>
        <strong>Drop an image here</strong>, or choose one. Up to 10 MB.
      </p>
      <Button
        variant="secondary"
        isBusy={progress !== null}
        busyLabel={progress === null ? undefined : formatProgress(progress)}
        onClick={() => input.current?.click()}
      >
        Upload image
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label="Image to upload"
        onChange={(event) => {
          void upload(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <span className="visually-hidden" role="status">
        {progress !== null && formatProgress(progress)}
      </span>
      {error && <Notice tone="error">{error}</Notice>}
    </section>
  );
}

const formatProgress = (progress: number) =>
  progress < 1 ? `Uploading: ${Math.round(progress * 100)}%` : 'Processing...';
