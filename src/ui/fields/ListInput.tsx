import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { createEmptyValues, type Field, type ListField } from '#api/domain/fields.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { showToast } from '#src/lib/toast.ts';
import { withKeys } from '#src/lib/with-keys.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { GripMark } from '#src/ui/sortable/drag.tsx';
import { DragList, DragLists, useDragItem } from '#src/ui/sortable/DragLists.tsx';
import type { FormFieldProps } from './form-fields.ts';

type Item = Readonly<Record<string, unknown>>;
type Props = FormFieldProps<ListField> & {
  /** Draws a field of an item. */
  Input: ComponentType<FormFieldProps<Field>>;
};

/** Groups of fields in an order: added, removed with Undo, and moved by a grip, by buttons or by Alt with an arrow key. */
export function ListInput({ field, path, value, faults, onChange, Input }: Props) {
  const items = value as readonly Item[];
  const fields = field.item;
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  /** The name of the control that gets the focus once the items are drawn. */
  const focusNext = useRef<string | null>(null);
  // What an Undo puts an item back into: it may be pressed after further changes.
  const latest = useRef({ items, onChange });
  latest.current = { items, onChange };
  useEffect(() => {
    const name = focusNext.current;
    if (name === null) return;
    focusNext.current = null;
    box.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  });
  const firstName = Object.keys(fields)[0] ?? '';
  const itemName = (at: number) => `${capitalize(field.itemName)} ${at + 1}`;

  const add = () => {
    focusNext.current = `${path}.${items.length}.${firstName}`;
    onChange([...items, createEmptyValues(field.item)]);
  };
  const remove = (at: number) => {
    const removed = items[at];
    if (!removed) return;
    focusNext.current = items.length > 1 ? `${path}.${Math.max(at - 1, 0)}.${firstName}` : `${path}.add`;
    onChange(items.filter((_, other) => other !== at));
    const onUndo = () => {
      const { items: current, onChange: change } = latest.current;
      change(current.toSpliced(Math.min(at, current.length), 0, removed));
    };
    showToast(`${itemName(at)} removed`, 'success', { undo: { until: Date.now() + UNDO_WINDOW_MS, onUndo } });
  };
  const put = (at: number, to: number, focused: string) => {
    const moved = items[at];
    if (!moved || to < 0 || to >= items.length) return;
    focusNext.current = `${path}.${to}.${focused}`;
    onChange(items.toSpliced(at, 1).toSpliced(to, 0, moved));
  };
  const move = (at: number, step: -1 | 1, focused: string) => put(at, at + step, focused);
  const drop = (from: string, to: string) => put(readPosition(from), readPosition(to), 'move');
  const press = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!event.altKey || step === null) return;
    event.preventDefault();
    move(at, step, (event.target as HTMLInputElement).name.slice(`${path}.${at}.`.length) || firstName);
  };
  return (
    <fieldset className="field-group" ref={box} aria-describedby={field.hint ? id : undefined}>
      <legend>{field.label}</legend>
      {field.hint && (
        <p className="field-hint" id={id}>
          {field.hint}
        </p>
      )}
      {items.length > 0 && (
        <DragLists onMove={drop}>
          <DragList path={path} count={items.length}>
            <ol className="field-items">
              {withKeys(items).map(({ key, item }, at) => (
                <ListItem
                  key={key}
                  path={`${path}.${at}`}
                  name={itemName(at)}
                  isAlone={items.length === 1}
                  onKeyDown={(event) => press(event, at)}
                >
                  <div className="field-item-fields">
                    {Object.entries(fields).map(([name, itemField]) => (
                      <Input
                        key={name}
                        field={itemField}
                        path={`${path}.${at}.${name}`}
                        value={item[name]}
                        faults={faults}
                        onChange={(next) =>
                          onChange(items.map((other, index) => (index === at ? { ...other, [name]: next } : other)))
                        }
                      />
                    ))}
                  </div>
                  <div className="field-item-actions">
                    {items.length > 1 && (
                      <>
                        <MoveButton
                          label={`Move ${itemName(at)} up`}
                          icon="arrow-up"
                          name={`${path}.${at}.up`}
                          isDisabled={at === 0}
                          onMove={() => move(at, -1, 'up')}
                        />
                        <MoveButton
                          label={`Move ${itemName(at)} down`}
                          icon="arrow-down"
                          name={`${path}.${at}.down`}
                          isDisabled={at === items.length - 1}
                          onMove={() => move(at, 1, 'down')}
                        />
                      </>
                    )}
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={`Remove ${itemName(at)}`}
                      onClick={() => remove(at)}
                    >
                      <Icon name="trash" />
                    </button>
                  </div>
                </ListItem>
              ))}
            </ol>
          </DragList>
        </DragLists>
      )}
      {items.length < field.max ? (
        <div>
          <Button variant="secondary" className="button-small" name={`${path}.add`} onClick={add}>
            Add {field.itemName}
          </Button>
        </div>
      ) : (
        <p className="field-hint">You can have {field.max} at most.</p>
      )}
    </fieldset>
  );
}

const readPosition = (path: string) => Number(path.slice(path.lastIndexOf('.') + 1));

type ItemProps = {
  path: string;
  name: string;
  /** There is nowhere to move it. */
  isAlone: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
};

function ListItem({ path, name, isAlone, onKeyDown, children }: ItemProps) {
  const { item, grip } = useDragItem(path);
  return (
    <li {...item} aria-label={name} onKeyDown={onKeyDown}>
      {!isAlone && (
        <button
          type="button"
          {...grip}
          className="drag-handle"
          name={`${path}.move`}
          aria-label={`Move ${name}`}
          title="Drag, or press Alt with the arrow keys"
        >
          <GripMark />
        </button>
      )}
      {children}
    </li>
  );
}

type MoveProps = {
  label: string;
  icon: 'arrow-up' | 'arrow-down';
  name: string;
  isDisabled: boolean;
  onMove: () => void;
};

/** Keeps the focus at the ends of the list: it ignores the press. */
const MoveButton = ({ label, icon, name, isDisabled, onMove }: MoveProps) => (
  <button
    type="button"
    className="icon-button"
    name={name}
    aria-label={label}
    aria-disabled={isDisabled || undefined}
    onClick={onMove}
  >
    <Icon name={icon} />
  </button>
);

const capitalize = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
