import './link-input.css';
import { type KeyboardEvent, useId, useState } from 'react';
import type { LinkField } from '#api/domain/fields.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { Field } from '#src/ui/forms/Field.tsx';
import { LINK_TARGET_KINDS, type LinkTarget, useLinkTargets } from './use-link-targets.ts';
import type { FormFieldProps } from './form-fields.ts';

const LINK_MAX = 2_000;

/** Where a link leads: a page of the site, found by its title or address as one types, or an address of the web. */
export function LinkInput({ field, path, value, faults, onChange }: FormFieldProps<LinkField>) {
  const text = String(value);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(-1);
  const { targets } = useLinkTargets(text.trim(), isOpen);
  const options = isOpen ? targets : [];
  const active = options[index];
  const type = (typed: string) => {
    onChange(typed);
    setOpen(true);
    setIndex(-1);
  };
  const close = () => setOpen(false);
  const choose = (target: LinkTarget) => {
    onChange(target.path);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.altKey) return;
    if (step && !isOpen) setOpen(true);
    else if (step && active === undefined) setIndex(step === 1 ? 0 : options.length - 1);
    else if (step) setIndex((index + step + options.length) % options.length);
    else if (event.key === 'Enter' && active) choose(active);
    else if (event.key === 'Escape' && options.length > 0) close();
    else return;
    event.preventDefault();
    // The form around it takes Enter and Escape for itself.
    event.stopPropagation();
  };
  return (
    <div className="link-input">
      <Field label={field.label} hint={field.hint} error={faults.get(path)}>
        {(control) => (
          <input
            type="text"
            name={path}
            role="combobox"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-options`}
            aria-activedescendant={active ? `${id}-${index}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LINK_MAX}
            placeholder="Search pages, or paste an address"
            required={field.required}
            value={text}
            onChange={({ target }) => type(target.value)}
            onKeyDown={press}
            onBlur={close}
            {...control}
          />
        )}
      </Field>
      <div
        role="listbox"
        id={`${id}-options`}
        aria-label="Pages"
        className="link-options"
        hidden={options.length === 0}
      >
        {options.map((target, each) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field, which keeps the focus
          <div
            key={target.path}
            id={`${id}-${each}`}
            role="option"
            tabIndex={-1}
            aria-selected={target === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(target)}
          >
            <span className="link-option-title">
              {target.title} {target.title !== target.path && <span className="muted">{target.path}</span>}
            </span>
            <span className="muted">{LINK_TARGET_KINDS[target.kind]}</span>
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {options.length > 0 && formatCount(options.length, 'suggestion')}
      </p>
    </div>
  );
}
