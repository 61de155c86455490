import { useState } from 'react';
import type { UploadJson, UploadUsesJson } from '#api/features/uploads/uploads.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { useDirtyDialog } from '#src/ui/dialogs/use-dirty-dialog.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { api } from '#src/lib/api-client.ts';
import { useAction } from '#src/lib/use-action.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { showToast } from '#src/lib/toast.ts';
import { formatBytes } from '#api/domain/bytes.ts';
import { formatDimensions, getKindLabel, hasAltText } from './format-upload.ts';
import { UploadUses } from './UploadUses.tsx';

type Props = {
  upload: UploadJson;
  canChange: boolean;
  onClose: () => void;
  onChanged: (upload: UploadJson) => void;
  onDeleted: () => void;
};

/** One picture or video: what it shows, where it is shown, its address, and its end. */
export function UploadDetails({ upload, canChange, onClose, onChanged, onDeleted }: Props) {
  const [uses, setUses] = useState<UploadUsesJson | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const remove = async () => {
    await api.delete('/api/uploads/:id', { param: { id: upload.id } });
    showToast(`${upload.name} deleted`, 'success');
    onDeleted();
  };
  const isUsed = uses !== null && uses.uses.length + uses.hidden_uses > 0;
  return (
    <>
      <Modal isOpen isWide title={upload.name} onClose={onClose}>
        <div className="media-details">
          <Preview upload={upload} />
          <div className="media-facts">
            <UploadMetadata upload={upload} canChange={canChange} />
            {hasAltText(upload) && canChange && <AltForm upload={upload} onChanged={onChanged} />}
            <UploadUses id={upload.id} onLoaded={setUses} />
            <div className="form-actions">
              <Button variant="secondary" onClick={() => void copyAddress(upload.url)}>
                Copy link
              </Button>
              {canChange && (
                <Button
                  variant="danger"
                  aria-disabled={uses === null || isUsed}
                  aria-describedby={isUsed ? 'why-not' : undefined}
                  onClick={() => setConfirming(true)}
                >
                  Delete
                </Button>
              )}
            </div>
            {canChange && isUsed && (
              <p className="row-note" id="why-not">
                You can delete it once it’s not used anywhere.
              </p>
            )}
          </div>
        </div>
      </Modal>
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Delete this ${getKindLabel(upload)}?`}
        confirmLabel="Delete permanently"
        busyLabel="Deleting..."
        isDestructive
        onConfirm={remove}
        onClose={() => setConfirming(false)}
      >
        <p>
          <strong>{upload.name}</strong> and all its files will be deleted. This action cannot be undone.
        </p>
        {uses !== null && uses.earlier_versions > 0 && (
          <p>
            {formatCount(uses.earlier_versions, 'revision')} of posts, documents or pages{' '}
            {pluralize(uses.earlier_versions, 'uses', 'use')} it. If you restore one, it will be missing.
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

function Preview({ upload }: { upload: UploadJson }) {
  const { url, width, height, alt, kind, name } = upload;
  return (
    <div className="media-preview">
      {kind === 'image' && <img src={url} width={width} height={height} alt={alt || name} />}
      {kind === 'video' && (
        // biome-ignore lint/a11y/useMediaCaption: the library shows the file as it was uploaded
        <video src={url} width={width} height={height} controls preload="metadata" />
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: the library plays the file as it was uploaded */}
      {kind === 'audio' && <audio src={url} controls preload="metadata" aria-label={name} />}
      {kind === 'file' && (
        <a href={url} download={name}>
          Download {name}
        </a>
      )}
    </div>
  );
}

function UploadMetadata({ upload, canChange }: Pick<Props, 'upload' | 'canChange'>) {
  const totalBytes = upload.variants.reduce((total, each) => total + each.size, 0);
  const files = upload.variants.length;
  return (
    <dl className="media-list">
      <dt>Size</dt>
      <dd>
        {formatDimensions(upload)}, {formatBytes(upload.size)}
        {files > 1 && ` (${files} files, ${formatBytes(totalBytes)})`}
      </dd>
      <dt>Type</dt>
      <dd>{upload.content_type}</dd>
      {hasAltText(upload) && !canChange && (
        <>
          <dt>Alt text</dt>
          <dd>{upload.alt || 'None yet'}</dd>
        </>
      )}
      <dt>Uploaded</dt>
      <dd>
        <Time iso={upload.created_at} />
        {upload.user && ` by ${upload.user.name}`}
      </dd>
    </dl>
  );
}

function AltForm({ upload, onChanged }: Pick<Props, 'upload' | 'onChanged'>) {
  const [alt, setAlt] = useState(upload.alt);
  useDirtyDialog(alt.trim() !== upload.alt);
  const { run, isBusy, error } = useAction(async () => {
    const json = { alt: alt.trim().replace(/\s+/g, ' ') };
    const changed = await api.put('/api/uploads/:id', { param: { id: upload.id }, json });
    onChanged(changed);
    setAlt(changed.alt);
    showToast('Alt text saved', 'success');
  });
  return (
    <form
      className="media-alt"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <TextArea
        label="Alt text"
        hint="Describes the image for people who can’t see it."
        value={alt}
        maxLength={500}
        onChange={(event) => setAlt(event.target.value)}
      />
      {error && <Notice tone="error">{error}</Notice>}
      <Button
        type="submit"
        variant="secondary"
        isBusy={isBusy}
        busyLabel="Saving..."
        aria-disabled={alt.trim() === upload.alt}
      >
        Save alt text
      </Button>
    </form>
  );
}

async function copyAddress(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(url, window.location.href).href);
    showToast('Link copied', 'success');
  } catch {
    showToast('Couldn’t copy the link. Select it and copy it.', 'error');
  }
}
