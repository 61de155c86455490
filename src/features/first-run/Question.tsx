import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  findFirstRunQuestion,
  type FirstRunAnswers,
  firstRunQuestionFields,
  startingPoints,
} from '#api/domain/first-run.ts';
import type { FirstRunQuestion } from '#api/domain/first-run-questions.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { getCountryName } from '#api/domain/placeholders.ts';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { ColourQuestion } from './ColourQuestion.tsx';
import { CountryQuestion } from './CountryQuestion.tsx';
import { LogoQuestion } from './LogoQuestion.tsx';
import { MailQuestion } from './MailQuestion.tsx';
import { OfferQuestion } from './OfferQuestion.tsx';
import type { QuestionBodyProps } from './question-props.ts';

type Props = QuestionBodyProps & {
  question: FirstRunQuestion;
  number: number;
  state: 'open' | 'done' | 'later';
  onOpen: () => void;
  onContinue: () => void;
  onSkip: () => void;
};

const labels: Record<FirstRunQuestion, { short: string; long: string }> = {
  name: { short: 'Name', long: 'What is it called?' },
  logo: { short: 'Logo', long: 'Do you have a logo?' },
  colour: { short: 'Colour', long: 'Which colour is yours?' },
  offer: { short: 'What you offer', long: 'What do you offer?' },
  country: { short: 'Country and currency', long: 'Where are you, and what do you charge in?' },
  mail: { short: 'Sender of email', long: 'Who sends your email?' },
};

const bodies: Record<FirstRunQuestion, (props: QuestionBodyProps) => ReactNode> = {
  name: NameQuestion,
  logo: LogoQuestion,
  colour: ColourQuestion,
  offer: OfferQuestion,
  country: CountryQuestion,
  mail: MailQuestion,
};

/** One question: open with its fields, answered in a line, or still to come. */
export function Question({ question, number, state, onOpen, onContinue, onSkip, ...body }: Props) {
  const { short, long } = labels[question];
  const [tries, setTries] = useState(0);
  const id = useId();
  const own = [...body.faults].filter(([path]) => findFirstRunQuestion(path) === question);
  const firstFault = useRef('');
  firstFault.current = own[0]?.[0] ?? '';
  // Once the faults are shown: one that a focused field gets is held back until it is left.
  useEffect(() => {
    if (tries > 0 && firstFault.current !== '')
      document.querySelector<HTMLElement>(`[name="${CSS.escape(firstFault.current)}"]`)?.focus();
  }, [tries]);
  if (state !== 'open')
    return (
      <li className={`question is-${state}`}>
        <div className="question-line">
          <span className="tick">{state === 'done' ? <Icon name="check" size={14} /> : number}</span>
          <b>{short}</b>
          {state === 'done' && <span className="answer">{describeAnswer(question, body.answers)}</span>}
          {state === 'done' && (
            <button type="button" className="link-button" aria-label={`Change: ${short}`} onClick={onOpen}>
              Change
            </button>
          )}
        </div>
      </li>
    );
  const Body = bodies[question];
  const goOn = () => {
    setTries(tries + 1);
    if (own.length === 0) onContinue();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'file';
    if (event.key !== 'Enter' || !isField || event.nativeEvent.isComposing) return;
    event.preventDefault();
    goOn();
  };
  return (
    <li className="question is-open">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be named by a heading in its first line */}
      <div role="group" aria-labelledby={id} onKeyDown={press}>
        <div className="question-line">
          <span className="tick" aria-hidden="true">
            {number}
          </span>
          <h2 id={id}>{long}</h2>
        </div>
        <div className="question-body">
          <Body {...body} faults={tries > 0 ? body.faults : new Map()} />
          <div className="form-actions">
            <Button onClick={goOn}>Continue</Button>
            <Button variant="quiet" onClick={onSkip}>
              Skip
            </Button>
          </div>
        </div>
      </div>
    </li>
  );
}

function NameQuestion({ answers, faults, onChange }: QuestionBodyProps) {
  return (
    <FieldsForm
      fields={firstRunQuestionFields.name}
      values={answers}
      faults={faults}
      onChange={(name, value) => onChange({ [name]: value })}
    />
  );
}

/** What was answered, in a few words. */
function describeAnswer(question: FirstRunQuestion, answers: FirstRunAnswers): ReactNode {
  switch (question) {
    case 'name':
      return answers.name;
    case 'logo': {
      const image = answers.logo ?? answers.mark;
      return image ? <img src={image.url} alt="Your logo" /> : 'Drawn from the name';
    }
    case 'colour':
      return (
        <>
          <i style={{ background: answers.colour }} /> {answers.colour.toUpperCase()}
        </>
      );
    case 'offer': {
      const start = startingPoints[answers.starting_point];
      const { length } = answers.products;
      return answers.starting_point === 'products' && length > 0 ? formatCount(length, 'product') : start;
    }
    case 'country':
      return [getCountryName(answers.country, 'en'), answers.currency].filter(Boolean).join(', ');
    case 'mail':
      return answers.email;
  }
}
