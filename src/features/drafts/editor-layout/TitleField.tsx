import { useId } from 'react';
import { TITLE_MAX_LENGTH } from '#api/domain/field-limits.ts';
import { toSingleLine } from '#src/lib/format/single-line.ts';

type Props = {
  value: string;
  error: string | undefined;
  isFocused: boolean;
  onChange: (title: string) => void;
  /** Enter was pressed: the title is one paragraph. */
  onEnter: () => void;
};

/** The title as readers see it: large, wrapping, without a box. */
export function TitleField({ value, error, isFocused, onChange, onEnter }: Props) {
  const id = useId();
  return (
    <div className="room-title" data-value={value || 'Title'} data-toast-avoid>
      <textarea
        name="title"
        rows={1}
        maxLength={TITLE_MAX_LENGTH}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: a new post starts with its title
        autoFocus={isFocused}
        aria-label="Title"
        placeholder="Title"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={(event) => onChange(toSingleLine(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onEnter();
        }}
      />
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </div>
  );
}
