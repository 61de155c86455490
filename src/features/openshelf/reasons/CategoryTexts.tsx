import { Button } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import type { Category, CategoryText, ReasonFields } from './reason-draft.ts';

type Props = {
  fields: ReasonFields;
  categories: readonly Category[];
  getIssue: (path: string) => string | undefined;
  onChange: (texts: CategoryText[]) => void;
};

/** Other words for works of some categories. */
export function CategoryTexts({ fields, categories, getIssue, onChange }: Props) {
  const texts = fields.category_texts;
  const free = categories.filter(({ id }) => texts.every((own) => own.category_id !== id));
  return (
    <fieldset className="category-texts">
      <legend>Texts for categories</legend>
      <p className="field-hint">Works in these categories get their own text instead.</p>
      {texts.map(({ category_id: id, text }, at) => {
        const name = categories.find((category) => category.id === id)?.name ?? 'Deleted category';
        return (
          <div key={id} className="category-text">
            <TextArea
              label={name}
              hint={text.trim() === '' ? 'Empty: works in this category get the text above.' : undefined}
              value={text}
              error={getIssue(`category_texts.${at}.text`) ?? getIssue(`category_texts.${at}.category_id`)}
              onChange={(event) =>
                onChange(texts.map((own) => (own.category_id === id ? { ...own, text: event.target.value } : own)))
              }
            />
            <Button
              variant="quiet"
              className="button-small"
              aria-label={`Remove the text for ${name}`}
              onClick={() => onChange(texts.filter((own) => own.category_id !== id))}
            >
              Remove
            </Button>
          </div>
        );
      })}
      {free.length > 0 && (
        <SelectField
          label="Add a text for a category"
          hint="It starts as a copy of the text above."
          className="category-add"
          value=""
          options={[
            { value: '', label: 'Choose a category' },
            ...free.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => onChange([...texts, { category_id: Number(event.target.value), text: fields.text }])}
        />
      )}
    </fieldset>
  );
}
