import './link-input.css';
import { type KeyboardEvent, useId, useState } from 'react';
import type { LinkTargetsJson } from '#api/features/link-targets/link-targets.contract.ts';
import type { LinkField } from '#api/domain/fields.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { api } from '#src/lib/api-client.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { Field } from '#src/ui/forms/Field.tsx';
import type { FormFieldProps } from './form-fields.ts';

type Target = LinkTargetsJson['targets'][number];

const LINK_MAX = 2_000;
/** Quiet time before a request for what was typed. */
const DEBOUNCE_MS = 120;
const KIND_WORDS: Record<Target['kind'], string> = {
  page: 'Page',
  category: 'Category',
  blog: 'Post',
  document: 'Document',
  publication: 'Publication',
};

/** Addresses of other sites, of emails and phones are not looked for. */
const isSearch = (text: string) => !/^(https?:|mailto:|tel:|#)/i.test(text);

/** Where a link leads: a page of the site, found by its title or address as one types, or an address of the web. */
export function LinkInput({ field, path, value, faults, onChange }: FormFieldProps<LinkField>) {
  const text = String(value);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(-1);
  const targets = useLinkTargets(text.trim(), isOpen);
  const options = isOpen ? targets : [];
  const active = options[index];
  const type = (typed: string) => {
    onChange(typed);
    setOpen(true);
    setIndex(-1);
  };
  const close = () => setOpen(false);
  const choose = (target: Target) => {
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
            <span className="muted">{KIND_WORDS[target.kind]}</span>
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {options.length > 0 && formatCount(options.length, 'suggestion')}
      </p>
    </div>
  );
}

const NONE: readonly Target[] = [];

/** Pages for what is typed, once it is known: Enter must not choose one that was found for other words. */
function useLinkTargets(text: string, isOpen: boolean): readonly Target[] {
  const settled = useDebounced(text, DEBOUNCE_MS);
  const key = isOpen && isSearch(text) && settled === text ? `link targets ${text}` : null;
  const { value } = useQuery(key, (signal) => api.get('/api/admin/link-targets', { query: { q: text }, signal }));
  return key === null ? NONE : (value?.targets ?? NONE);
}
