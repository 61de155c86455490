import { useId, useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { Button } from '#src/ui/forms/Button.tsx';

const loadImagePicker = () => import('#src/ui/media/ImagePicker.tsx');

type Props = {
  value: number | null;
  /** Of the image that the author has. */
  url: string | null;
  error: string | undefined;
  onChange: (id: number | null) => void;
};

/** The image of an author: one of the uploads, or none. */
export function AuthorImageField({ value, url, error, onChange }: Props) {
  const [isPicking, setPicking] = useState(false);
  const [pickedUrl, setPickedUrl] = useState<string | null>(null);
  const id = useId();
  const shownUrl = pickedUrl ?? url;
  const close = () => setPicking(false);
  const pick = (upload: UploadJson) => {
    close();
    setPickedUrl(upload.url);
    onChange(upload.id);
  };
  return (
    <div className="field">
      <span className="field-label" id={id}>
        Image
      </span>
      {value === null && (
        <p className="field-hint">Without one, the page of the author has none, and posts show initials.</p>
      )}
      {value !== null && shownUrl && <img className="author-portrait" src={shownUrl} width="64" height="64" alt="" />}
      <div className="form-actions">
        <Button className="button-small" variant="secondary" aria-describedby={id} onClick={() => setPicking(true)}>
          {value === null ? 'Choose image' : 'Change image'}
        </Button>
        {value !== null && (
          <Button className="button-small" variant="quiet" onClick={() => onChange(null)}>
            Remove image
          </Button>
        )}
      </div>
      {error && (
        <p className="field-error" tabIndex={-1} aria-invalid="true">
          {error}
        </p>
      )}
      {isPicking && (
        <LazyBoundary load={loadImagePicker} onClose={close}>
          {({ ImagePicker }) => <ImagePicker title="Choose an image" onClose={close} onPick={pick} />}
        </LazyBoundary>
      )}
    </div>
  );
}
