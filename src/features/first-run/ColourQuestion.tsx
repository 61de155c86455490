import { demoPalette, formatRatio, reportPalette } from '#api/domain/brand-palette.ts';
import { parseColour } from '#api/domain/colour.ts';
import { firstRunQuestionFields } from '#api/domain/first-run.ts';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import type { QuestionBodyProps } from './question-props.ts';

const COLOURS = {
  [demoPalette.pounamu]: 'Green',
  '#2a8fb5': 'Fjord blue',
  '#6b3f7a': 'Plum',
  '#b4482f': 'Brick',
  '#c98a1b': 'Ochre',
  '#4a5866': 'Slate',
};

export function ColourQuestion({ answers, faults, onChange }: QuestionBodyProps) {
  const chosen = parseColour(answers.colour);
  return (
    <>
      <fieldset className="colours">
        <legend className="visually-hidden">Colours</legend>
        {Object.entries(COLOURS).map(([value, label]) => (
          <label key={value} title={label}>
            <input
              type="radio"
              name="colours"
              aria-label={label}
              checked={chosen === value}
              onChange={() => onChange({ colour: value })}
            />
            <span style={{ background: value }} />
          </label>
        ))}
      </fieldset>
      <FieldsForm
        fields={firstRunQuestionFields.colour}
        values={answers}
        faults={faults}
        onChange={(name, value) => onChange({ [name]: value })}
      />
      {chosen && <ColourReport colour={chosen} />}
    </>
  );
}

/** What was mended so that the colour can be read. */
function ColourReport({ colour }: { colour: string }) {
  const { adjustment } = reportPalette(colour, null, 'light');
  return (
    <p className="ok-line" role="status">
      <Icon name="check" size={16} />
      {adjustment
        ? `${adjustment.isDarker ? 'Darkened' : 'Lightened'} for text and buttons: ${formatRatio(adjustment.toRatio)}`
        : 'Can be read as it is, in text and on buttons'}
    </p>
  );
}
