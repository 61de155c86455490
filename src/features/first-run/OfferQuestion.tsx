import {
  type FirstRunAnswers,
  firstRunQuestionFields,
  type StartingPoint,
  startingPoints,
} from '#api/domain/first-run.ts';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import type { QuestionBodyProps } from './question-props.ts';
import { StartDrawing } from './StartDrawing.tsx';

const notes: Record<StartingPoint, string> = {
  products: 'A home page and one page for each',
  product: 'The home page is its page',
  blog: 'Words first, nothing to buy',
};

export function OfferQuestion({ answers, faults, onChange }: QuestionBodyProps) {
  const { starting_point: start } = answers;
  const { products } = firstRunQuestionFields.offer;
  return (
    <>
      <fieldset className="starts">
        <legend className="visually-hidden">Start from</legend>
        {(Object.keys(startingPoints) as StartingPoint[]).map((point) => (
          <label key={point} className="start-card">
            <input
              type="radio"
              name="starting_point"
              checked={point === start}
              onChange={() => onChange(choose(answers, point))}
            />
            <StartDrawing start={point} />
            <b>{startingPoints[point]}</b>
            <small>{notes[point]}</small>
          </label>
        ))}
      </fieldset>
      {start !== 'blog' && (
        <>
          <FieldsForm
            fields={{ products: start === 'product' ? { ...products, label: 'Your product', max: 1 } : products }}
            values={answers}
            faults={faults}
            onChange={(name, value) => onChange({ [name]: value })}
          />
          <p className="field-hint">
            {start === 'product' && answers.products.length > 1
              ? 'The first one is your product. The others are kept, in case you change your mind.'
              : 'Names and taglines can change at any time.'}
          </p>
        </>
      )}
    </>
  );
}

/** Where products are asked for, there is room for the first one. */
const choose = ({ products }: FirstRunAnswers, start: StartingPoint): Partial<FirstRunAnswers> => ({
  starting_point: start,
  products: start !== 'blog' && products.length === 0 ? [{ name: '', tagline: '' }] : products,
});
