import { type Ref, useEffect, useId, useRef, useState } from 'react';

const DEBOUNCE_MS = 200;

type Props = {
  label: string;
  value: string;
  /** Called when the typing pauses, and at once on Enter and when emptied. */
  onSearch: (query: string) => void;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
};

/** Searches while one types, once the typing pauses. */
export function SearchField({ label, value, onSearch, placeholder, inputRef }: Props) {
  const id = useId();
  const [inputValue, setInputValue] = useState(value);
  const lastNotified = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A value that came from elsewhere, such as the back button or Clear filters, replaces the typed text.
  useEffect(() => {
    if (value === lastNotified.current) return;
    lastNotified.current = value;
    clearTimeout(timer.current);
    setInputValue(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const notify = (query: string) => {
    clearTimeout(timer.current);
    if (query === lastNotified.current) return;
    lastNotified.current = query;
    onSearch(query);
  };
  const type = (query: string) => {
    setInputValue(query);
    clearTimeout(timer.current);
    if (query === '') notify(query);
    else timer.current = setTimeout(() => notify(query), DEBOUNCE_MS);
  };
  return (
    <search className="search-field">
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault();
          notify(inputValue);
        }}
      >
        <label htmlFor={id}>{label}</label>
        <input
          ref={inputRef}
          id={id}
          type="search"
          value={inputValue}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={200}
          onChange={(event) => type(event.target.value)}
        />
      </form>
    </search>
  );
}
