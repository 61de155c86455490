import { type ReactNode, useId, useState } from 'react';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { type CoverImage, useCoverImage } from './use-cover-image.ts';

const loadImagePicker = () => import('./ImagePicker.tsx');

type Props = {
  label: string;
  /** While there is no image. */
  hint: string;
  /** Of the button that takes the image away. */
  removeLabel: string;
  pickerTitle: string;
  value: number | null;
  /** The image, if it is loaded already. */
  image: CoverImage | null;
  error: string | undefined;
  /** The image as it will be seen, or what is shown without one. */
  children: (image: CoverImage | null) => ReactNode;
  onChange: (id: number | null) => void;
};

/** A picture of something: one of the uploads, or none. */
export function ImageField(props: Props) {
  const { label, hint, removeLabel, pickerTitle, value, image, error, children, onChange } = props;
  const [isPicking, setPicking] = useState(false);
  const [picked, setPicked] = useState<{ id: number; picture: CoverImage } | null>(null);
  const picture = useCoverImage(value, image ?? (picked?.id === value ? picked.picture : null));
  const id = useId();
  const pick = (upload: UploadJson) => {
    setPicking(false);
    setPicked({ id: upload.id, picture: upload });
    onChange(upload.id);
  };
  return (
    <div className="field cover-field">
      <span className="field-label" id={id}>
        {label}
      </span>
      {(value === null || picture) && children(picture)}
      {value === null && <p className="field-hint">{hint}</p>}
      <div className="form-actions">
        <Button className="button-small" variant="secondary" aria-describedby={id} onClick={() => setPicking(true)}>
          {value === null ? 'Choose image' : 'Change image'}
        </Button>
        {value !== null && (
          <Button className="button-small" variant="quiet" onClick={() => onChange(null)}>
            {removeLabel}
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
          {({ ImagePicker }) => <ImagePicker title={pickerTitle} onClose={() => setPicking(false)} onPick={pick} />}
        </LazyBoundary>
      )}
    </div>
  );
}
