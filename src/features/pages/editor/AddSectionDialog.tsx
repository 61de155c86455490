import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { SectionKind } from '#api/domain/section-kinds.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { TextField } from '#src/ui/forms/TextField.tsx';
import { findKinds } from './sections.ts';

type Props = {
  isOpen: boolean;
  /** Where it goes: 'Goes below Hero'. */
  place: string;
  onAdd: (kind: SectionKind) => void;
  onClose: () => void;
};

/** The kinds of sections to choose from. Typing searches, arrow keys move, Enter adds. */
export const AddSectionDialog = ({ isOpen, ...form }: Props) => (
  <Modal isOpen={isOpen} title="Add section" onClose={form.onClose}>
    {isOpen && <KindList {...form} />}
  </Modal>
);

/** Mounted again each time the dialog opens. */
function KindList({ place, onAdd }: Omit<Props, 'isOpen'>) {
  const [search, setSearch] = useState('');
  const kinds = findKinds(search);
  const chooser = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Otherwise the dialog would focus its first button, which closes it.
    chooser.current?.querySelector('input')?.setAttribute('autofocus', '');
  }, []);
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const items = [...(chooser.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
    if (event.key === 'Enter' && event.target === items[0] && kinds[0]) {
      event.preventDefault();
      onAdd(kinds[0].kind);
    }
    if (step === 0) return;
    event.preventDefault();
    items[items.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field and the buttons inside
    <div ref={chooser} className="kind-chooser" onKeyDown={press}>
      <TextField
        type="search"
        label="Search sections"
        autoComplete="off"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {kinds.length === 0 ? (
        <p role="status">No section is called that. Try ‘text’ or ‘image’.</p>
      ) : (
        <ul className="kind-list">
          {kinds.map(({ kind, name, hint }) => (
            <li key={kind}>
              <button type="button" onClick={() => onAdd(kind)}>
                <b>{name}</b>
                <span className="field-hint">{hint}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="field-hint">{place}</p>
    </div>
  );
}
