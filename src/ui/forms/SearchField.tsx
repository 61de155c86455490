import { type Ref, useEffect, useId, useRef, useState } from 'react';

const PAUSE_MS = 200;

type Props = {
  label: string;
  value: string;
  /** Called when the typing pauses, and at once on Enter and when emptied. */
  onSearch: (words: string) => void;
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
};

/** Searches while one types, once the typing pauses. */
export function SearchField({ label, value, onSearch, placeholder, inputRef }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A value that came from elsewhere, such as the back button or Clear filters, replaces what stands here.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = (words: string) => {
    clearTimeout(timer.current);
    if (words === told.current) return;
    told.current = words;
    onSearch(words);
  };
  const type = (words: string) => {
    setTyped(words);
    clearTimeout(timer.current);
    if (words === '') tell(words);
    else timer.current = setTimeout(() => tell(words), PAUSE_MS);
  };
  return (
    <search className="search-field">
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault();
          tell(typed);
        }}
      >
        <label htmlFor={id}>{label}</label>
        <input
          ref={inputRef}
          id={id}
          type="search"
          value={typed}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={200}
          onChange={(event) => type(event.target.value)}
        />
      </form>
    </search>
  );
}
