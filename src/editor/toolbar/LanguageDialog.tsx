import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { findLanguages, formatLanguage } from '#api/domain/code-languages.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';

type Props = {
  isOpen: boolean;
  /** As it is stored; null for plain text. */
  language: string | null;
  onChoose: (language: string | null) => void;
  onClose: () => void;
};

/** The language of a block of code, from a list with a search. */
export const LanguageDialog = ({ isOpen, onClose, ...props }: Props) => (
  <Modal isOpen={isOpen} title="Language of the code" className="language-dialog" onClose={onClose}>
    <LanguageChoice {...props} />
  </Modal>
);

const PLAIN_TEXT = { value: null, name: 'Plain text' };
type Option = { value: string | null; name: string };

/** What may be chosen; a language that the list doesn't have stays one of the choices of its block. */
function listOptions(typed: string, stored: string | null): Option[] {
  const found: Option[] = findLanguages(typed);
  if (typed.trim() !== '') return found;
  const isKnown = stored === null || found.some(({ name }) => name === formatLanguage(stored));
  return isKnown ? [PLAIN_TEXT, ...found] : [PLAIN_TEXT, { value: stored, name: stored ?? '' }, ...found];
}

/** A combobox: the field keeps the focus. */
function LanguageChoice({ language, onChoose }: Pick<Props, 'language' | 'onChoose'>) {
  const [typed, setTyped] = useState('');
  const options = listOptions(typed, language);
  const isCurrent = ({ value, name }: Option) =>
    language === null ? value === null : name === formatLanguage(language);
  const [index, setIndex] = useState(() => Math.max(0, options.findIndex(isCurrent)));
  const id = useId();
  const toId = ({ value }: Option) => `${id}-${value ?? 'plain'}`;
  const active = options[Math.min(index, options.length - 1)];
  const activeId = active && toId(active);
  useEffect(() => {
    // The dialog opens after its content is there.
    const frame = requestAnimationFrame(() =>
      document.getElementById(activeId ?? '')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [activeId]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && active) setIndex((options.indexOf(active) + step + options.length) % options.length);
    else if (event.key === 'Enter' && active) onChoose(active.value);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label="Find a language"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        placeholder="Find a language"
        ref={focusWhenOpen}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setIndex(value.trim() === '' ? Math.max(0, listOptions('', language).findIndex(isCurrent)) : 0);
        }}
        onKeyDown={press}
      />
      <div className="language-options" role="listbox" id={id} aria-label="Languages">
        {options.map((option) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
          <div
            key={option.name}
            id={toId(option)}
            role="option"
            aria-selected={option === active || option.name === active?.name}
            onClick={() => onChoose(option.value)}
          >
            {option.name}
            {isCurrent(option) && <span className="language-current">Now</span>}
          </div>
        ))}
      </div>
      <p role="status" className={options.length > 0 ? 'visually-hidden' : 'language-none'}>
        {options.length > 0 ? `${options.length} languages` : `No language matches ‘${typed.trim()}’.`}
      </p>
    </>
  );
}

/** The dialog would focus its first button, the cross; it opens after its content is there. */
const focusWhenOpen = (field: HTMLInputElement | null) => field?.setAttribute('autofocus', '');
