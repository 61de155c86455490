import { useState } from 'react';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { type Category, getAuthorText, type ReasonFields } from './reason-draft.ts';

type Props = { fields: ReasonFields; categories: readonly Category[] };

/** The text as the author gets it, by the category of the work. */
export function ReasonPreview({ fields, categories }: Props) {
  const [chosen, setChosen] = useState('');
  const own = categories.filter(({ id }) => fields.category_texts.some((each) => each.category_id === id));
  const category = own.find(({ id }) => String(id) === chosen);
  const text = getAuthorText(fields, category?.id ?? null);
  return (
    <section className="reason-preview" aria-labelledby="reason-preview">
      <h3 id="reason-preview">What the author reads</h3>
      {own.length > 0 && (
        <SelectField
          label="Category of the work"
          value={category ? chosen : ''}
          options={[
            { value: '', label: 'Any other category' },
            ...own.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      {text.trim() === '' ? (
        <p className="none">Only what the reviewer writes.</p>
      ) : (
        <blockquote>{text.trim()}</blockquote>
      )}
    </section>
  );
}
