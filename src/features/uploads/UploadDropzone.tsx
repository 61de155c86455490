import { type DragEvent, useRef, useState } from 'react';
import { FILE_TYPES, toAccept } from '#api/domain/file-types.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { QueuedUpload } from './use-upload-queue.ts';

type Props = {
  queue: readonly QueuedUpload[];
  onFiles: (files: readonly File[]) => void;
  onRetry: (id: number) => void;
  onRemove: (id: number) => void;
};

/** Takes files by button and by drop, and shows those that are on their way. */
export function UploadDropzone({ queue, onFiles, onRetry, onRemove }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const drag = (event: DragEvent, isInside: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDragOver(isInside);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label="Upload"
      className={isDragOver ? 'send-box is-over' : 'send-box'}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, event.currentTarget.contains(event.relatedTarget as Node | null))}
      onDrop={drop}
    >
      <div className="send-words">
        <p className="drop-words">
          <strong>Drop images, videos, audio or files here</strong>, or choose them.
        </p>
        <p className="row-note">
          JPEG, PNG, GIF, WebP, AVIF and SVG up to 10 MB; MP4 and WebM up to 100 MB; MP3, M4A, OGG, WAV, FLAC, PDF, ZIP,
          Word, Excel, PowerPoint, OpenDocument, EPUB, CSV and text up to 50 MB. Images are saved in several sizes, with
          camera and location data removed.
        </p>
      </div>
      <Button onClick={() => input.current?.click()}>Upload files</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={`image/*,video/mp4,video/webm,${toAccept(FILE_TYPES)}`}
        aria-label="Files to upload"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {queue.length > 0 && (
        <ul className="sending">
          {queue.map((each) => (
            <QueuedUploadRow key={each.id} upload={each} onRetry={onRetry} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = { upload: QueuedUpload } & Pick<Props, 'onRetry' | 'onRemove'>;

function QueuedUploadRow({ upload: { id, file, progress, error }, onRetry, onRemove }: RowProps) {
  const percent = Math.round(progress * 100);
  return (
    <li>
      <span className="sending-name">{file.name}</span>
      {error === null ? (
        <>
          <progress aria-label={`Uploading ${file.name}`} value={percent} max={100} />
          <span className="row-note">{formatProgress(percent)}</span>
        </>
      ) : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <span className="row-actions">
        {error !== null && (
          <button type="button" onClick={() => onRetry(id)}>
            Retry
          </button>
        )}
        <button type="button" onClick={() => onRemove(id)}>
          {error === null ? 'Cancel' : 'Remove'}
        </button>
      </span>
    </li>
  );
}

function formatProgress(percent: number): string {
  if (percent === 0) return 'Waiting';
  return percent < 100 ? `${percent}%` : 'Processing';
}
