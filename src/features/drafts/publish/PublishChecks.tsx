import { type KeyboardEvent, useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import type { CheckWarningJson } from '#api/features/drafts/drafts.contract.ts';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import type { PublishPlan } from './publish-action.ts';

type Act = (warning: CheckWarningJson) => void;
type WarningActions = {
  onJump: Act;
  onFix: Act;
  /** The address of an image whose alt text can be typed here, or null. */
  getImage: (warning: CheckWarningJson) => string | null;
  onSetAltText: (warning: CheckWarningJson, alt: string) => Promise<void>;
};
type WarningListProps = WarningActions & { warnings: readonly CheckWarningJson[] };

/** What the checks found, each with a way to its place; what can be put right here has Fix. */
export const WarningList = ({ warnings, ...actions }: WarningListProps) => (
  <section className="publish-warnings" aria-labelledby="publish-warnings">
    <h3 id="publish-warnings">Check before you publish</h3>
    <ul>
      {warnings.map((warning) => (
        <Warning
          key={`${warning.kind} ${warning.target?.tag} ${warning.target?.index} ${warning.message}`}
          warning={warning}
          {...actions}
        />
      ))}
    </ul>
  </section>
);

function Warning({ warning, onJump, onFix, getImage, onSetAltText }: WarningActions & { warning: CheckWarningJson }) {
  const [image, setImage] = useState<string | null>(null);
  const fix = () => {
    const address = getImage(warning);
    if (address === null) onFix(warning);
    else setImage(address);
  };
  const { kind, message, target } = warning;
  return (
    <li>
      <span>{message}</span>
      {image === null && (kind === 'alt' || warning.fixed_level !== undefined) && (
        <button type="button" className="link-button" aria-label={`Fix: ${message}`} onClick={fix}>
          Fix
        </button>
      )}
      {image !== null && (
        <button type="button" className="link-button" aria-label={`Close: ${message}`} onClick={() => setImage(null)}>
          Close
        </button>
      )}
      {(target || kind === 'description') && (
        <button type="button" className="link-button" aria-label={`Show: ${message}`} onClick={() => onJump(warning)}>
          Show
        </button>
      )}
      {image !== null && <AltTextField image={image} onSave={(alt) => onSetAltText(warning, alt)} />}
    </li>
  );
}

/** The alt text of one image, typed in the dialog: Enter saves it and publishes nothing. */
function AltTextField({ image, onSave }: { image: string; onSave: (alt: string) => Promise<void> }) {
  const [alt, setAlt] = useState('');
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (alt.trim() === '' || isBusy) return;
    setBusy(true);
    await onSave(alt.trim());
    setBusy(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void save();
  };
  return (
    <div className="publish-alt">
      <img src={image} alt="" />
      <TextField
        label="Alt text"
        placeholder="Describe the image"
        maxLength={500}
        autoFocus
        value={alt}
        onChange={({ currentTarget: { value } }) => setAlt(value)}
        onKeyDown={press}
      />
      <Button variant="secondary" isBusy={isBusy} busyLabel="Saving..." onClick={() => void save()}>
        Save
      </Button>
    </div>
  );
}

/** Which pages will update. */
export function PlanSummary({ plan }: { plan: PublishPlan }) {
  const count = plan.paths.length;
  if (count === 0 && plan.background_count === 0) return <p className="field-hint">No pages will change.</p>;
  if (count === 0)
    return <p className="field-hint">{formatCount(plan.background_count, 'page')} will change in the background.</p>;
  return (
    <details className="publish-plan">
      <summary>
        {formatCount(count, 'page')} will change
        {plan.background_count > 0 && `, and ${plan.background_count} more in the background`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <ul tabIndex={0} aria-label="Pages that will change">
        {plan.paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </details>
  );
}
