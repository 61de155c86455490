import { ImageUpload } from '#src/ui/media/ImageUpload.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { QuestionBodyProps } from './question-props.ts';

export function LogoQuestion({ answers: { logo, name, colour }, onChange }: QuestionBodyProps) {
  if (logo)
    return (
      <div className="logo-line">
        <img className="field-image" src={logo.url} alt="Your logo" />
        <Button variant="secondary" className="button-small" onClick={() => onChange({ logo: null })}>
          Remove logo
        </Button>
      </div>
    );
  return (
    <>
      <ImageUpload onUploaded={({ url, alt }) => onChange({ logo: { url, alt } })} />
      <p className="logo-line">
        <span className="letter-mark" style={{ background: colour }} aria-hidden="true">
          {name.trim().charAt(0).toUpperCase()}
        </span>
        No logo yet? We draw a mark from the name.
      </p>
    </>
  );
}
