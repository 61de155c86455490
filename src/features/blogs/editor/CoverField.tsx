import { useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import type { BlogJson } from '#api/features/blogs/blogs.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { api } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';

const loadCoverPicker = () => import('./CoverPicker.tsx');

export type CoverImage = Pick<UploadJson, 'url' | 'width' | 'height' | 'alt'>;

type Props = {
  value: number | null;
  /** The picture itself, when the post came with it. */
  cover: BlogJson['cover'];
  error: string | undefined;
  onChange: (id: number | null) => void;
};

/** The picture at the head of a post: one of the uploads, or a drawn one. */
export function CoverField({ value, cover, error, onChange }: Props) {
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
        Cover
      </span>
      {value === null ? (
        <p className="field-hint">Without a picture a cover is drawn from the title.</p>
      ) : (
        picture && <img src={picture.url} width={picture.width} height={picture.height} alt={picture.alt || 'Cover'} />
      )}
      <div className="form-actions">
        <Button
          className="button-small"
          variant="secondary"
          aria-describedby="cover-label"
          onClick={() => setPicking(true)}
        >
          {value === null ? 'Choose a picture' : 'Choose another'}
        </Button>
        {value !== null && (
          <Button className="button-small" variant="quiet" onClick={() => onChange(null)}>
            Remove the cover
          </Button>
        )}
      </div>
      {error && (
        <p className="field-error" tabIndex={-1} aria-invalid="true">
          {error}
        </p>
      )}
      {isPicking && (
        <LazyBoundary load={loadCoverPicker} onClose={() => setPicking(false)}>
          {({ CoverPicker }) => <CoverPicker onClose={() => setPicking(false)} onPick={pick} />}
        </LazyBoundary>
      )}
    </div>
  );
}

/** A draft names its cover by id alone: the image is looked up among the uploads. Without it the text beside it suffices. */
function useCoverImage(id: number | null, loadedCover: CoverImage | null): CoverImage | null {
  const path = id === null || loadedCover ? null : `/api/uploads/${id}`;
  const { state } = useQuery(path, (signal) => api.get<UploadJson>(path ?? '', { signal }));
  return loadedCover ?? (state.status === 'loaded' ? state.value : null);
}
