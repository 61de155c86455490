import { useId } from 'react';
import { pairItems } from '#api/domain/text-diff.ts';
import { withKeys } from '#src/lib/with-keys.ts';
import type { FieldChange } from './field-diff.ts';
import type { BlockPart } from './html-blocks.ts';
import type { MergeChoice } from './three-way-merge.ts';
import { BlockDiff } from './WordDiff.tsx';

/** What the two versions are called. */
export type Sides = { mine: string; theirs: string };

type FieldProps = {
  field: FieldChange<never>;
  sides: Sides;
  takesTheirs: boolean;
  onChoose: (takesTheirs: boolean) => void;
};

/** One field in which two versions differ: one of the two values. */
export function FieldChoice({ field, sides, takesTheirs, onChoose }: FieldProps) {
  return (
    <fieldset className="conflict-part">
      <legend>{field.label}</legend>
      <div className="conflict-sides">
        <p>{field.before}</p>
        <p>{field.after}</p>
      </div>
      <RadioGroup
        label={field.label}
        options={[
          ['mine', sides.mine],
          ['theirs', sides.theirs],
        ]}
        value={takesTheirs ? 'theirs' : 'mine'}
        onChoose={(choice) => onChoose(choice === 'theirs')}
      />
    </fieldset>
  );
}

type PartProps = {
  part: Extract<BlockPart, { isSame: false }>;
  sides: Sides;
  ordinal: number;
  choice: MergeChoice;
  onChoose: (choice: MergeChoice) => void;
};

/** One place in the text where two versions differ: mine, theirs, or one after the other. */
export function BlockChoice({ part, sides, ordinal, choice, onChoose }: PartProps) {
  const pairs = withKeys(pairItems(part.before, part.after));
  const options: [MergeChoice, string][] = [
    ['mine', part.before.length > 0 ? sides.mine : `${sides.mine}: remove it`],
    ['theirs', part.after.length > 0 ? sides.theirs : `${sides.theirs}: remove it`],
  ];
  if (part.before.length > 0 && part.after.length > 0) options.push(['both', 'Both']);
  return (
    <fieldset className="conflict-part">
      <legend>Difference {ordinal}</legend>
      <div className="conflict-sides">
        <div data-taken={choice !== 'theirs'}>
          {pairs.map(({ key, item: [mine] }) => mine && <BlockDiff key={key} block={mine} />)}
          {part.before.length === 0 && <p className="muted">(not in this version)</p>}
        </div>
        <div data-taken={choice !== 'mine'}>
          {pairs.map(({ key, item: [mine, theirs] }) => theirs && <BlockDiff key={key} block={theirs} before={mine} />)}
          {part.after.length === 0 && <p className="muted">(not in this version)</p>}
        </div>
      </div>
      <RadioGroup label={`Difference ${ordinal}`} options={options} value={choice} onChoose={onChoose} />
    </fieldset>
  );
}

type RadiosProps = {
  label: string;
  options: readonly [MergeChoice, string][];
  value: MergeChoice;
  onChoose: (choice: MergeChoice) => void;
};

function RadioGroup({ label, options, value, onChoose }: RadiosProps) {
  const name = useId();
  return (
    <div className="conflict-radios">
      {options.map(([choice, optionLabel]) => (
        <label key={choice} className="check">
          <input
            type="radio"
            name={name}
            aria-label={`${label}: ${optionLabel}`}
            checked={value === choice}
            onChange={() => onChoose(choice)}
          />
          <span>{optionLabel}</span>
        </label>
      ))}
    </div>
  );
}
