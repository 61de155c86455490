import type {
  Field,
  FieldImage,
  ImageField,
  NumberField,
  ProductField,
  TextField as TextDeclaration,
} from '#api/domain/fields.ts';
import { useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import type { UploadJson } from '#api/features/uploads/uploads.contract.ts';
import { findProductByKey, getProducts } from '#api/domain/catalogue.ts';
import { parseColour } from '#api/domain/colour.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { getZoneName } from '#src/lib/format/dates.ts';
import { LazyBoundary } from '#src/ui/feedback/LazyBoundary.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';
import { ColourField } from '#src/ui/forms/ColourField.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { TextArea } from '#src/ui/forms/TextArea.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { CodeInput } from './CodeInput.tsx';
import type { FormFieldProps } from './form-fields.ts';
import { LinkInput } from './LinkInput.tsx';
import { ListInput } from './ListInput.tsx';
import { RichTextContext } from './rich-text-context.ts';

const loadImagePicker = () => import('#src/ui/media/ImagePicker.tsx');

/** The control of one field, by its declaration. */
export function FieldInput({ field, ...props }: FormFieldProps<Field>) {
  const RichText = useContext(RichTextContext);
  const { path, value, faults, onChange } = props;
  const common = { name: path, label: field.label, hint: field.hint, error: faults.get(path) };
  switch (field.type) {
    case 'text':
      return <TextInput field={field} {...props} />;
    case 'link':
      return <LinkInput field={field} {...props} />;
    case 'image':
      return <ImageInput field={field} {...props} />;
    case 'switch':
      return (
        <CheckField
          name={path}
          label={field.label}
          hint={field.hint}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'number':
      return <NumberInput field={field} {...props} />;
    case 'choice':
      return (
        <SelectField
          {...common}
          options={Object.entries(field.options).map(([key, label]) => ({ value: key, label }))}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'product':
      return (
        <SelectField
          {...common}
          options={listProductOptions(field, String(value))}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'code':
      return <CodeInput field={field} {...props} />;
    case 'rich_text':
      if (!RichText) throw new Error(`Nothing draws the formatted text of ${path}.`);
      return <RichText field={field} {...props} />;
    case 'list':
      return <ListInput field={field} {...props} Input={FieldInput} />;
  }
}

/** The products that are offered, and the one that was chosen, if it no longer is. */
function listProductOptions({ required }: ProductField, chosen: string) {
  const offered = getProducts().map(({ key, name }) => ({ value: key, label: name }));
  const isGone = chosen !== '' && !offered.some(({ value }) => value === chosen);
  const archived = findProductByKey(chosen);
  const gone = { value: chosen, label: archived ? `${archived.name} (archived)` : 'No longer a product' };
  return [{ value: '', label: required ? 'Choose a product' : 'None' }, ...offered, ...(isGone ? [gone] : [])];
}

/** The count appears when this part of the room is used. */
const NEARLY_FULL = 0.8;
const INPUT_TYPES = {
  plain: 'text',
  email: 'email',
  month: 'text',
  moment: 'datetime-local',
  web_address: 'url',
  colour: 'text',
} as const;

function TextInput({ field, path, value, faults, onChange }: FormFieldProps<TextDeclaration>) {
  const text = String(value);
  const isNearlyFull = field.format === 'plain' && text.length >= field.max * NEARLY_FULL;
  const props = {
    name: path,
    label: field.label,
    hint: field.format === 'moment' ? [`In ${getZoneName()}.`, field.hint].filter(Boolean).join(' ') : field.hint,
    error: faults.get(path),
    value: text,
    maxLength: field.max,
    required: field.required,
  };
  // A name or a short number becomes the number that is stored.
  const normalise = (colour: string | null) => colour !== null && colour !== text && onChange(colour);
  if (field.format === 'colour')
    return (
      <ColourField
        {...props}
        onChange={(colour) => onChange(colour.toLowerCase())}
        onBlur={() => normalise(parseColour(text))}
      />
    );
  const change = ({ target }: { target: { value: string } }) => onChange(target.value);
  return (
    <div className="counted-field">
      {field.rows > 1 ? (
        <TextArea {...props} rows={field.rows} onChange={change} />
      ) : (
        <TextField
          {...props}
          type={INPUT_TYPES[field.format]}
          autoComplete="off"
          spellCheck={field.format === 'plain'}
          onChange={change}
        />
      )}
      {isNearlyFull && (
        <p className="field-hint field-count">{formatCount(field.max - text.length, 'character')} left</p>
      )}
    </div>
  );
}

function NumberInput({ field, path, value, faults, onChange }: FormFieldProps<NumberField>) {
  const change = (text: string) => {
    const number = Number(text);
    onChange(text.trim() === '' || !Number.isFinite(number) ? null : number);
  };
  return (
    <TextField
      name={path}
      label={field.unit ? `${field.label} (${field.unit})` : field.label}
      hint={field.hint}
      error={faults.get(path)}
      type="number"
      inputMode="decimal"
      min={field.min}
      max={field.max}
      value={value === null ? '' : String(value)}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** An image of the media, with what it shows. */
function ImageInput({ field, path, value, faults, onChange }: FormFieldProps<ImageField>) {
  const image = value as FieldImage | null;
  const [isPicking, setPicking] = useState(false);
  const pick = ({ url, alt }: UploadJson) => {
    setPicking(false);
    onChange({ url, alt });
  };
  const verb = image ? 'Change image' : 'Choose image';
  return (
    <fieldset className="field-group">
      <legend>{field.label}</legend>
      {field.hint && <p className="field-hint">{field.hint}</p>}
      {image && <img className="field-image" src={image.url} alt={image.alt} />}
      <div className="form-actions">
        <Button
          className="button-small"
          variant="secondary"
          name={field.needsAlt && image ? undefined : path}
          aria-label={`${verb}: ${field.label}`}
          onClick={() => setPicking(true)}
        >
          {verb}
        </Button>
        {image && (
          <Button
            className="button-small"
            variant="quiet"
            aria-label={`Remove image: ${field.label}`}
            onClick={() => onChange(null)}
          >
            Remove image
          </Button>
        )}
      </div>
      {field.needsAlt && image && (
        <TextField
          name={path}
          label="What the image shows"
          error={faults.get(path)}
          value={image.alt}
          onChange={(event) => onChange({ ...image, alt: event.target.value })}
        />
      )}
      {/* Its search is a form, and a form holds no other. */}
      {isPicking &&
        createPortal(
          <LazyBoundary load={loadImagePicker} onClose={() => setPicking(false)}>
            {({ ImagePicker }) => (
              <ImagePicker title={`Choose an image: ${field.label}`} onClose={() => setPicking(false)} onPick={pick} />
            )}
          </LazyBoundary>,
          document.body,
        )}
    </fieldset>
  );
}
