import { useId } from 'react';
import { numbered, type Part, pairBlocks } from './diff.ts';
import type { FieldChange } from './field-diff.ts';
import type { Choice } from './three-way-merge.ts';
import { BlockWords } from './WordDiff.tsx';

type FieldProps = {
  field: FieldChange<never>;
  takesTheirs: boolean;
  onChoose: (takesTheirs: boolean) => void;
};

/** One field in which two versions differ: one of the two values. */
export function FieldChoice({ field, takesTheirs, onChoose }: FieldProps) {
  return (
    <fieldset className="conflict-part">
      <legend>{field.label}</legend>
      <div className="conflict-sides">
        <p>{field.before}</p>
        <p>{field.after}</p>
      </div>
      <Radios
        what={field.label}
        options={[
          ['mine', 'Mine'],
          ['theirs', 'Theirs'],
        ]}
        value={takesTheirs ? 'theirs' : 'mine'}
        onChoose={(choice) => onChoose(choice === 'theirs')}
      />
    </fieldset>
  );
}

type PartProps = {
  part: Extract<Part, { isSame: false }>;
  place: number;
  choice: Choice;
  onChoose: (choice: Choice) => void;
};

/** One place in the text where two versions differ: mine, theirs, or one after the other. */
export function PartChoice({ part, place, choice, onChoose }: PartProps) {
  const pairs = numbered(pairBlocks(part.before, part.after));
  const options: [Choice, string][] = [
    ['mine', part.before.length > 0 ? 'Mine' : 'Mine: leave it out'],
    ['theirs', part.after.length > 0 ? 'Theirs' : 'Theirs: leave it out'],
  ];
  if (part.before.length > 0 && part.after.length > 0) options.push(['both', 'Both']);
  return (
    <fieldset className="conflict-part">
      <legend>Place {place}</legend>
      <div className="conflict-sides">
        <div data-taken={choice !== 'theirs'}>
          {pairs.map(({ key, item: [mine] }) => mine && <BlockWords key={key} block={mine} />)}
          {part.before.length === 0 && <p className="muted">(nothing)</p>}
        </div>
        <div data-taken={choice !== 'mine'}>
          {pairs.map(
            ({ key, item: [mine, theirs] }) => theirs && <BlockWords key={key} block={theirs} before={mine} />,
          )}
          {part.after.length === 0 && <p className="muted">(nothing)</p>}
        </div>
      </div>
      <Radios what={`Place ${place}`} options={options} value={choice} onChoose={onChoose} />
    </fieldset>
  );
}

type RadiosProps = {
  what: string;
  options: readonly [Choice, string][];
  value: Choice;
  onChoose: (choice: Choice) => void;
};

function Radios({ what, options, value, onChoose }: RadiosProps) {
  const name = useId();
  return (
    <div className="conflict-radios">
      {options.map(([choice, label]) => (
        <label key={choice} className="check">
          <input
            type="radio"
            name={name}
            aria-label={`${what}: ${label}`}
            checked={value === choice}
            onChange={() => onChoose(choice)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
