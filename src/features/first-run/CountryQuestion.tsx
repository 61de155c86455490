import { useEffect, useRef, useState } from 'react';
import { findCountryDefaults, guessCountry } from '#api/domain/countries.ts';
import { firstRunQuestionFields, toCountryAnswers } from '#api/domain/first-run.ts';
import { getCountryName } from '#api/domain/placeholders.ts';
import { getBrowserTimeZone } from '#src/lib/format/browser-zone.ts';
import { formatCodeExample } from '#src/ui/fields/code-names.ts';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import type { QuestionBodyProps } from './question-props.ts';

const { country, currency, locale, time_zone } = firstRunQuestionFields.country;

/** Where the clock or the language of this browser says that it is. */
const guess = () => guessCountry(getBrowserTimeZone(), navigator.language);

export function CountryQuestion({ loaded, answers, faults, onChange }: QuestionBodyProps) {
  const known = findCountryDefaults(answers.country);
  const [now] = useState(() => Date.now());
  const latest = useRef({ answers, loaded, onChange });
  latest.current = { answers, loaded, onChange };
  useEffect(() => {
    const { answers: current, loaded: first, onChange: changeFirst } = latest.current;
    const guessed = guess();
    const isAsked = first.answered.includes('country') || current.country !== first.defaults.country;
    if (!isAsked && guessed !== null && guessed !== current.country)
      changeFirst({ country: guessed, ...toCountryAnswers(guessed) });
  }, []);
  const change = (name: string, value: unknown) =>
    onChange(name === 'country' ? { country: String(value), ...toCountryAnswers(String(value)) } : { [name]: value });
  const form = { values: answers, faults, onChange: change };
  const name = getCountryName(answers.country, 'en');
  return (
    <>
      <FieldsForm fields={{ country, currency }} {...form} />
      {!known && <p className="field-hint">We know nothing about this country. Choose how you write and reckon.</p>}
      <dl className="country-facts">
        <dt>Dates and numbers</dt>
        <dd>{formatCodeExample('locale', answers.locale, now)}</dd>
        {known && (
          <>
            <dt>Tax</dt>
            <dd>
              {known.taxLabel}
              {known.taxRate === null ? ', by the place of the customer' : `, ${known.taxRate} %`}
              {known.pricesIncludeTax ? ', included in prices' : ', added to prices'}
            </dd>
          </>
        )}
        <dt>Time zone</dt>
        <dd>{answers.time_zone.replace(/^.*\//, '').replaceAll('_', ' ')}</dd>
        <dt>Words</dt>
        <dd>English</dd>
        <dt>Legal pages</dt>
        <dd>{name}, template. Have it checked.</dd>
      </dl>
      <details className="fold" open={!known}>
        <summary>Choose dates, numbers and time zone yourself</summary>
        <FieldsForm fields={{ locale, time_zone }} {...form} />
      </details>
      <p className="field-hint">From the country. Each can be changed in Settings.</p>
    </>
  );
}
