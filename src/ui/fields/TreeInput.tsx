import './tree.css';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createEmptyValues, type Field, type ListField } from '#api/domain/fields.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { showToast } from '#src/lib/toast.ts';
import { withKeys } from '#src/lib/with-keys.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { GripMark } from '#src/ui/sortable/drag.tsx';
import { DragEnd, DragList, DragLists, useDragItem } from '#src/ui/sortable/DragLists.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { FieldInput } from './FieldInput.tsx';
import type { FormFieldProps } from './form-fields.ts';
import {
  countSiblings,
  findPlace,
  getItem,
  getItemName,
  getItemTarget,
  getListField,
  insertItem,
  listNested,
  listOwnFields,
  type Moved,
  moveItem,
  type Place,
  readTree,
  type Refusal,
  removeItem,
  replaceItem,
  stepItem,
  toItemPath,
  type Tree,
  type TreeItem,
} from './tree.ts';

type Props = FormFieldProps<ListField> & {
  /** Columns stand side by side; then left and right lead from one to the next. */
  layout?: 'rows' | 'columns';
  /** Whether items go into the list of another one, and out of it: by Alt with the arrow keys to the sides. */
  hasLevels?: boolean;
  /** The path of a field that is asked for: its item is open. */
  shownField?: string;
  /** Another one was opened, as for a preview. */
  onOpen?: (place: Place | null) => void;
};

/** How far an item is drawn to the side to change its level (px). */
const LEVEL_OFFSET = 32;

/** Groups of fields as rows, each edited in its place, moved by a grip, by Alt with the arrow keys, or by its menu. */
export function TreeInput(props: Props) {
  const { field, path, layout = 'rows', hasLevels = false } = props;
  const tree = useTree(props);
  const { items, move, shape } = tree;
  const findTarget = (from: string, offset: number) => {
    const place = findPlace(shape, path, from);
    const side = Math.abs(offset) < LEVEL_OFFSET ? 0 : Math.sign(offset);
    if (!hasLevels || !place || side === 0) return from;
    if (side === 1 && place.parent === null && listNested(shape, items[place.at]).length === 0)
      return toItemPath(shape, path, { parent: 0, at: 0 });
    return side === -1 && place.parent !== null ? toItemPath(shape, path, { parent: null, at: 0 }) : from;
  };
  return (
    <div className="tree" data-layout={layout} ref={tree.box}>
      <DragLists
        findTarget={findTarget}
        onMove={(from, to) => {
          const [start, end] = [findPlace(shape, path, from), findPlace(shape, path, to)];
          if (start && end) move(start, end);
        }}
      >
        <TreeList tree={tree} parent={null} name={field.label} layout={layout} />
      </DragLists>
      <p className="visually-hidden" role="status">
        {tree.announcement}
      </p>
    </div>
  );
}

type TreeState = ReturnType<typeof useTree>;

function useTree(props: Props) {
  const { field, path, value, faults, onChange, layout = 'rows', hasLevels = false, shownField, onOpen } = props;
  const shape = readTree(field);
  const items = value as readonly TreeItem[];
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Place | null>(() => (shownField ? findPlace(shape, path, shownField) : null));
  const [announcement, setAnnouncement] = useState('');
  /** The name of the control that gets the focus once the items are drawn. */
  const focusNext = useRef<string | null>(null);
  // What an Undo puts an item back into: it may be pressed after further changes.
  const latest = useRef({ items, onChange });
  latest.current = { items, onChange };
  /** What an item had at another level, such as the note of a link: it is back when the item is. */
  const dropped = useRef(new Map<string, TreeItem>());
  useEffect(() => {
    const name = focusNext.current;
    if (name === null) return;
    focusNext.current = null;
    box.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  });
  const toPath = (place: Place) => toItemPath(shape, path, place);
  const change = (next: Place | null) => {
    setOpen(next);
    onOpen?.(next);
  };
  const identify = (item: TreeItem) => JSON.stringify([item.label, item.href]);
  const recall = (item: TreeItem) => dropped.current.get(identify(item)) ?? {};
  const show = (place: Place) => {
    const [first] = listOwnFields(getListField(shape, place).item);
    focusNext.current = `${toPath(place)}.${first?.[0]}`;
    change(place);
  };
  const settle = (result: Moved | Refusal, from: Place) => {
    const item = getItem(shape, items, from);
    if ('refusal' in result) return setAnnouncement(result.refusal);
    if (item && from.parent !== null && result.place.parent === null) dropped.current.set(identify(item), item);
    focusNext.current = `${toPath(result.place)}.move`;
    change(null);
    onChange(result.items);
    const moved = getItem(shape, result.items, result.place);
    const list = getListField(shape, result.place);
    const count = countSiblings(shape, result.items, result.place);
    const parent = result.place.parent === null ? undefined : result.items[result.place.parent];
    const within = parent ? ` in ‘${getItemName(field, parent)}’` : '';
    setAnnouncement(
      `${moved ? getItemName(list, moved) : ''} is in position ${result.place.at + 1} of ${count}${within}.`,
    );
  };
  const move = (from: Place, to: Place) => settle(moveItem(shape, items, from, to, recall), from);
  const step = (from: Place, by: 1 | -1) => {
    const to = stepItem(shape, items, from, by);
    if (to) move(from, to);
  };
  return {
    shape,
    items,
    path,
    faults,
    box,
    open,
    announcement,
    toPath,
    move,
    step,
    show,
    hasLevels,
    layout,
    /** To the side: into the item above or out of it, or to the column beside it. */
    shift: (from: Place, by: 1 | -1) => {
      const to = findSidePlace(shape, items, from, by, { layout, hasLevels });
      if (to) move(from, to);
    },
    findSide: (from: Place, by: 1 | -1) => findSidePlace(shape, items, from, by, { layout, hasLevels }),
    close: (place: Place) => {
      focusNext.current = `${toPath(place)}.open`;
      change(null);
    },
    setItem: (place: Place, item: TreeItem) => onChange(replaceItem(shape, items, place, item)),
    add: (parent: number | null, more: TreeItem = {}) => {
      const place = { parent, at: 0 };
      const list = getListField(shape, place);
      place.at = countSiblings(shape, items, place);
      show(place);
      onChange(insertItem(shape, items, place, { ...createEmptyValues(list.item), ...more }));
    },
    remove: (place: Place) => {
      const removed = getItem(shape, items, place);
      if (!removed) return;
      const left = removeItem(shape, items, place);
      const count = countSiblings(shape, left, place);
      const list = place.parent === null ? path : `${path}.${place.parent}.${shape.nested?.name}`;
      focusNext.current = count > 0 ? `${toPath({ ...place, at: Math.min(place.at, count - 1) })}.open` : `${list}.add`;
      change(null);
      onChange(left);
      const onUndo = () => {
        const { items: current, onChange: put } = latest.current;
        const parent = place.parent === null || current[place.parent] ? place.parent : null;
        const at = Math.min(place.at, countSiblings(shape, current, { parent }));
        if (parent === place.parent) put(insertItem(shape, current, { parent, at }, removed));
      };
      const name = getItemName(getListField(shape, place), removed);
      showToast(`${name} removed`, 'success', { undo: { until: Date.now() + UNDO_WINDOW_MS, onUndo } });
    },
  };
}

function findSidePlace(
  shape: Tree,
  items: readonly TreeItem[],
  from: Place,
  by: 1 | -1,
  { layout, hasLevels }: Required<Pick<Props, 'layout' | 'hasLevels'>>,
): Place | null {
  if (layout === 'columns') {
    if (from.parent === null) return stepItem(shape, items, from, by);
    const parent = from.parent + by;
    return items[parent] ? { parent, at: Math.min(from.at, listNested(shape, items[parent]).length) } : null;
  }
  if (!hasLevels) return null;
  if (by === -1) return from.parent === null ? null : { parent: null, at: from.parent + 1 };
  const parent = from.at - 1;
  return from.parent === null && items[parent] ? { parent, at: listNested(shape, items[parent]).length } : null;
}

type ListProps = { tree: TreeState; parent: number | null; name: string; layout?: 'rows' | 'columns' };

function TreeList({ tree, parent, name, layout = 'rows' }: ListProps) {
  const { shape, items, path } = tree;
  const field = getListField(shape, { parent });
  const listPath = parent === null ? path : `${path}.${parent}.${shape.nested?.name}`;
  const siblings = parent === null ? items : listNested(shape, items[parent]);
  return (
    <>
      <DragList path={listPath} count={siblings.length} layout={layout}>
        {siblings.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: without its marks Safari takes it for no list
          <ul role="list" aria-label={name}>
            {withKeys(siblings).map(({ key, item }, at) => (
              <TreeRow key={key} tree={tree} field={field} item={item} place={{ parent, at }} />
            ))}
          </ul>
        )}
      </DragList>
      <DragEnd path={listPath} count={siblings.length}>
        <AddButtons tree={tree} parent={parent} field={field} listPath={listPath} count={siblings.length} name={name} />
      </DragEnd>
    </>
  );
}

type AddProps = {
  tree: TreeState;
  parent: number | null;
  field: ListField;
  listPath: string;
  count: number;
  name: string;
};

function AddButtons({ tree, parent, field, listPath, count, name }: AddProps): ReactNode {
  if (count >= field.max) return <p className="field-hint tree-add">You can have {field.max} at most.</p>;
  const { nested } = tree.shape;
  const isTop = parent === null;
  // Without links below it an entry is a link itself.
  const label = `Add ${isTop && tree.hasLevels && nested ? nested.field.itemName : field.itemName}`;
  return (
    <div className="tree-add">
      <Button
        variant={isTop ? 'secondary' : 'quiet'}
        className="button-small"
        name={`${listPath}.add`}
        aria-label={isTop ? undefined : `${label} to ${name}`}
        onClick={() => tree.add(parent)}
      >
        {label}
      </Button>
      {isTop && tree.hasLevels && nested && (
        <Button
          variant="quiet"
          className="button-small"
          onClick={() => tree.add(null, { [nested.name]: [createEmptyValues(nested.field.item)] })}
        >
          Add group
        </Button>
      )}
    </div>
  );
}

type RowProps = { tree: TreeState; field: ListField; item: TreeItem; place: Place };

function TreeRow({ tree, field, item, place }: RowProps) {
  const { shape, open, faults } = tree;
  const path = tree.toPath(place);
  const sortable = useDragItem(path);
  const name = getItemName(field, item);
  const isOpen = open?.parent === place.parent && open.at === place.at;
  const own = listOwnFields(field.item);
  const fault = own.map(([each]) => faults.get(`${path}.${each}`)).find((message) => message !== undefined);
  const hasList = place.parent === null && shape.nested !== null;
  const isGroup = hasList && listNested(shape, item).length > 0;
  const target = isGroup && tree.hasLevels ? 'Opens a menu' : getItemTarget(field, item);
  const press = (event: KeyboardEvent) => {
    if (!event.altKey) return;
    const [up, side] = [readStep(event.key, 'ArrowUp', 'ArrowDown'), readStep(event.key, 'ArrowLeft', 'ArrowRight')];
    if (up === 0 && side === 0) return;
    event.preventDefault();
    if (up !== 0) tree.step(place, up);
    if (side !== 0) tree.shift(place, side);
  };
  return (
    <li {...sortable.item} className={['tree-item', sortable.item.className].filter(Boolean).join(' ')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of its buttons */}
      <div className="tree-row" onKeyDown={press}>
        <button
          type="button"
          {...sortable.grip}
          className="drag-handle"
          name={`${path}.move`}
          aria-label={`Move ${name}`}
          title="Drag, or press Alt with the arrow keys"
        >
          <GripMark />
        </button>
        <button
          type="button"
          className="tree-name"
          name={`${path}.open`}
          aria-expanded={isOpen}
          onClick={() => (isOpen ? tree.close(place) : tree.show(place))}
        >
          <span>{name}</span> {!isOpen && target && <span className="tree-target">{target}</span>}
        </button>
        <RowMenu name={name} groups={listActions(tree, place, item)} />
      </div>
      {fault && !isOpen && <p className="field-error tree-fault">{fault}</p>}
      {isOpen && (
        <ItemForm
          own={own}
          path={path}
          item={item}
          faults={faults}
          onChange={(next) => tree.setItem(place, next)}
          onClose={() => tree.close(place)}
        />
      )}
      {hasList && (isGroup || !tree.hasLevels) && (
        <div className="tree-below">
          <TreeList tree={tree} parent={place.at} name={name} />
        </div>
      )}
    </li>
  );
}

const readStep = (key: string, back: string, on: string): -1 | 0 | 1 => {
  if (key === back) return -1;
  return key === on ? 1 : 0;
};

function listActions(tree: TreeState, place: Place, item: TreeItem): RowAction[][] {
  const { shape, items, layout } = tree;
  const siblings = countSiblings(shape, items, place);
  const hasList = place.parent === null && shape.nested !== null;
  const hasRoom = hasList && listNested(shape, item).length < (shape.nested?.field.max ?? 0);
  const [back, on] = [tree.findSide(place, -1), tree.findSide(place, 1)];
  const side = (to: Place | null, words: string, icon: RowAction['icon']): RowAction[] =>
    to ? [{ label: words, icon, onSelect: () => tree.move(place, to) }] : [];
  const isColumn = layout === 'columns' && place.parent === null;
  const [before, after] = isColumn ? ['left', 'right'] : ['up', 'down'];
  const steps: RowAction[] =
    siblings > 1
      ? [
          {
            label: `Move ${before}`,
            icon: isColumn ? 'arrow-left' : 'arrow-up',
            isDisabled: place.at === 0,
            onSelect: () => tree.step(place, -1),
          },
          {
            label: `Move ${after}`,
            icon: isColumn ? 'arrow-right' : 'arrow-down',
            isDisabled: place.at === siblings - 1,
            onSelect: () => tree.step(place, 1),
          },
        ]
      : [];
  const nameOf = (at: number | null | undefined) => {
    const parent = at == null ? undefined : items[at];
    return parent ? `‘${getItemName(shape.field, parent)}’` : '';
  };
  const sides: RowAction[] = isColumn
    ? []
    : [
        ...side(
          back,
          layout === 'columns' ? `Move to ${nameOf(back?.parent)}` : `Move out of ${nameOf(place.parent)}`,
          'arrow-left',
        ),
        ...(hasList && listNested(shape, item).length > 0
          ? []
          : side(on, `Move ${layout === 'columns' ? 'to' : 'into'} ${nameOf(on?.parent)}`, 'arrow-right')),
      ];
  return [
    [
      { label: 'Edit', icon: 'pencil', onSelect: () => tree.show(place) },
      ...(hasRoom
        ? [
            {
              label: `Add ${shape.nested?.field.itemName} below`,
              icon: 'plus' as const,
              onSelect: () => tree.add(place.at),
            },
          ]
        : []),
    ],
    [...steps, ...sides],
    [{ label: 'Remove', icon: 'trash', isDestructive: true, onSelect: () => tree.remove(place) }],
  ];
}

type FormProps = {
  own: readonly [string, Field][];
  path: string;
  item: TreeItem;
  faults: FormFieldProps<Field>['faults'];
  onChange: (item: TreeItem) => void;
  onClose: () => void;
};

/** The fields of an item, in its place. Enter and Escape lead back to its row: what was typed is kept by both. */
function ItemForm({ own, path, item, faults, onChange, onClose }: FormProps) {
  const press = (event: KeyboardEvent) => {
    const isDone = event.key === 'Escape' || (event.key === 'Enter' && event.target instanceof HTMLInputElement);
    if (!isDone || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of its fields
    <div className="tree-form" onKeyDown={press}>
      {own.map(([name, field]) => (
        <FieldInput
          key={name}
          field={field}
          path={`${path}.${name}`}
          value={item[name]}
          faults={faults}
          onChange={(next) => onChange({ ...item, [name]: next })}
        />
      ))}
      <div>
        <Button variant="secondary" className="button-small" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
