import '#src/ui/fields/link-input.css';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { formatError } from '#src/lib/api-client.ts';
import { toSingleLine } from '#src/lib/format/single-line.ts';
import { Field } from '#src/ui/forms/Field.tsx';

export type ChipOption = { id: number; name: string; note?: string };

type Props = {
  label: string;
  /** One of them, in a sentence. */
  noun: string;
  hint?: string;
  maxLength: number;
  options: readonly ChipOption[];
  chosen: readonly number[];
  error: string | undefined;
  /** Makes a new one of this name; without it only those of the list can be chosen. */
  create?: (name: string) => Promise<ChipOption>;
  onChange: (ids: number[]) => void;
};

/** So many are offered. */
const OFFERED_MAX = 8;

/** Several things by name, in their order: found, or made, while one types. Enter takes the first, Backspace the last away. */
export function ChipPicker({ label, noun, hint, maxLength, options, chosen, error, create, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const [failure, setFailure] = useState('');
  const offers = isOpen ? listOffers(text, options, chosen, create !== undefined) : [];
  const active = offers[Math.min(index, offers.length - 1)];
  const names = new Map(options.map((option) => [option.id, option.name]));

  const type = (typed: string) => {
    setText(typed);
    setOpen(true);
    setIndex(0);
    setFailure('');
  };
  const add = async (offer: Offer) => {
    type('');
    setOpen(false);
    try {
      const added = offer.option ?? (await create?.(offer.name));
      if (added) onChange([...chosen, added.id]);
    } catch (cause) {
      setText(offer.name);
      setFailure(formatError(cause));
    }
  };
  const remove = (removed: number) => {
    onChange(chosen.filter((each) => each !== removed));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const last = chosen.at(-1);
    if (step && !isOpen) setOpen(true);
    else if (step) setIndex((index + step + offers.length) % Math.max(1, offers.length));
    else if ((event.key === 'Enter' || event.key === ',') && (active || text)) active && void add(active);
    else if (event.key === 'Escape' && offers.length > 0) setOpen(false);
    else if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
    else return;
    event.preventDefault();
    // The room around it takes Enter and Escape for itself.
    event.stopPropagation();
  };
  return (
    <div className="chip-picker">
      <div className="link-input">
        <Field label={label} hint={hint} error={failure || error}>
          {(control) => (
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-expanded={offers.length > 0}
              aria-controls={`${id}-options`}
              aria-activedescendant={active && `${id}-${offers.indexOf(active)}`}
              aria-autocomplete="list"
              autoComplete="off"
              maxLength={maxLength}
              placeholder={`Add a${/^[aeiou]/.test(noun) ? 'n' : ''} ${noun}`}
              value={text}
              onChange={({ currentTarget }) => type(toSingleLine(currentTarget.value))}
              onKeyDown={press}
              onBlur={() => setOpen(false)}
              {...control}
            />
          )}
        </Field>
        <div
          role="listbox"
          id={`${id}-options`}
          aria-label={label}
          className="link-options"
          hidden={offers.length === 0}
        >
          {offers.map((offer, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field, which keeps the focus
            <div
              key={offer.option?.id ?? 0}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={offer === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void add(offer)}
            >
              <span className="link-option-title">{offer.option ? offer.name : `New ${noun} ‘${offer.name}’`}</span>
              {offer.option?.note && <span className="muted">{offer.option.note}</span>}
            </div>
          ))}
        </div>
      </div>
      {chosen.length > 0 && (
        <ul className="chips" aria-label={`Chosen ${label.toLowerCase()}`}>
          {chosen.map((each) => {
            const name = names.get(each) ?? `${noun} ${each}`;
            return (
              <li key={each}>
                {name}
                <button type="button" aria-label={`Remove ${name}`} onClick={() => remove(each)}>
                  <span aria-hidden="true">×</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {offers.length > 0 && formatCount(offers.length, 'suggestion')}
      </p>
    </div>
  );
}

/** One of the list, or the name of a new one. */
type Offer = { name: string; option: ChipOption | null };

/** Nothing is offered before something is typed. Names that begin with it come first, a new one last. */
function listOffers(
  typed: string,
  options: readonly ChipOption[],
  chosen: readonly number[],
  canCreate: boolean,
): Offer[] {
  const name = typed.trim();
  const search = name.toLowerCase();
  if (search === '') return [];
  const matches = options
    .filter((option) => option.name.toLowerCase().includes(search) && !chosen.includes(option.id))
    .sort((a, b) => getRank(a, search) - getRank(b, search))
    .slice(0, OFFERED_MAX)
    .map((option) => ({ name: option.name, option }));
  const isKnown = options.some((option) => option.name.toLowerCase() === search);
  return canCreate && !isKnown ? [...matches, { name, option: null }] : matches;
}

function getRank({ name }: ChipOption, search: string): number {
  const lower = name.toLowerCase();
  if (lower === search) return 0;
  return lower.startsWith(search) ? 1 : 2;
}
