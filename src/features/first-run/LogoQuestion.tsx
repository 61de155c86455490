import { ImageUpload } from '#src/ui/media/ImageUpload.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { QuestionBodyProps } from './question-props.ts';

/** An image that is less wide than so many times its height has no room for a name. */
const MARK_MAX_RATIO = 1.5;

export function LogoQuestion({ answers: { logo, mark, name, colour }, onChange }: QuestionBodyProps) {
  const image = logo ?? mark;
  if (image)
    return (
      <div className="logo-line">
        <img className="field-image" src={image.url} alt="Your logo" />
        <Button variant="secondary" className="button-small" onClick={() => onChange({ logo: null, mark: null })}>
          Remove logo
        </Button>
        <span className="field-hint">{logo ? 'It stands for the name.' : 'It stands beside the name.'}</span>
      </div>
    );
  return (
    <>
      <ImageUpload
        onUploaded={({ url, alt, width, height }) => {
          const isMark = width < height * MARK_MAX_RATIO;
          onChange(isMark ? { mark: { url, alt }, logo: null } : { logo: { url, alt }, mark: null });
        }}
      />
      <p className="logo-line">
        <span className="letter-mark" style={{ background: colour }} aria-hidden="true">
          {name.trim().charAt(0).toUpperCase()}
        </span>
        No logo yet? We draw a mark from the name.
      </p>
    </>
  );
}
