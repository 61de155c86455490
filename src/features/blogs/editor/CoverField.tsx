import { useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { type CoverImage, CoverPreview } from './CoverPreview.tsx';
import { useCoverImage } from './use-cover-image.ts';

const loadImagePicker = () => import('#src/ui/media/ImagePicker.tsx');

type Props = {
  value: number | null;
  /** The image, if the post was loaded with it. */
  cover: BlogJson['cover'];
  /** How a cover is drawn where there is no image. */
  seed: string;
  categoryId: number | undefined;
  error: string | undefined;
  onChange: (id: number | null) => void;
};

/** The picture at the head of a post: one of the uploads, or a drawn one. */
export function CoverField({ value, cover, seed, categoryId, error, onChange }: Props) {
  const [isPicking, setPicking] = useState(false);
  const [picked, setPicked] = useState<{ id: number; picture: CoverImage } | null>(null);
  const loadedCover = cover ?? (picked?.id === value ? picked.picture : null);
  const picture = useCoverImage(value, loadedCover);
  const pick = (upload: UploadJson) => {
    setPicking(false);
    setPicked({ id: upload.id, picture: upload });
    onChange(upload.id);
  };
  return (
    <div className="field cover-field">
      <span className="field-label" id="cover-label">
        Cover image
      </span>
      {(value === null || picture) && <CoverPreview image={picture} seed={seed} categoryId={categoryId} />}
      {value === null && <p className="field-hint">Without an image, we draw a cover for you.</p>}
      <div className="form-actions">
        <Button
          className="button-small"
          variant="secondary"
          aria-describedby="cover-label"
          onClick={() => setPicking(true)}
        >
          {value === null ? 'Choose image' : 'Change image'}
        </Button>
        {value !== null && (
          <Button className="button-small" variant="quiet" onClick={() => onChange(null)}>
            Remove cover
          </Button>
        )}
      </div>
      {error && (
        <p className="field-error" tabIndex={-1} aria-invalid="true">
          {error}
        </p>
      )}
      {isPicking && (
        <LazyBoundary load={loadImagePicker} onClose={() => setPicking(false)}>
          {({ ImagePicker }) => (
            <ImagePicker title="Choose a cover image" onClose={() => setPicking(false)} onPick={pick} />
          )}
        </LazyBoundary>
      )}
    </div>
  );
}
