import { fillNames } from '#src/lib/fill-names.ts';
import { createEmptyValues, describeValue, type Field, type Fields, type ListField } from '#api/domain/fields.ts';

export type TreeItem = Readonly<Record<string, unknown>>;

/** Where an item is: in the list itself, or in the list of the item at `parent`. From 0. */
export type Place = { parent: number | null; at: number };

/** A list of groups of fields of which one may be a list itself, as of menus with their links. */
export type Tree = {
  field: ListField;
  /** The list within an item, or null. */
  nested: { name: string; field: ListField } | null;
};

export function readTree(field: ListField): Tree {
  const nested = Object.entries(field.item).find((entry): entry is [string, ListField] => entry[1].type === 'list');
  return { field, nested: nested ? { name: nested[0], field: nested[1] } : null };
}

/** The fields of an item without its list. */
export const listOwnFields = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.type !== 'list');

export const listNested = ({ nested }: Tree, item: TreeItem | undefined): readonly TreeItem[] =>
  nested ? ((item?.[nested.name] ?? []) as readonly TreeItem[]) : [];

const listSiblings = (tree: Tree, items: readonly TreeItem[], { parent }: Pick<Place, 'parent'>) =>
  parent === null ? items : listNested(tree, items[parent]);

export const getListField = ({ field, nested }: Tree, { parent }: Pick<Place, 'parent'>): ListField =>
  parent === null || !nested ? field : nested.field;

/** How an item is called: its first field. */
export function getItemName(field: ListField, item: TreeItem): string {
  const [first] = listOwnFields(field.item);
  const name = first ? fillNames(describeValue(first[1], item[first[0]])) : '';
  return name || `Untitled ${field.itemName}`;
}

/** Where an item leads; empty where it leads nowhere. */
export function getItemTarget(field: ListField, item: TreeItem): string {
  const target = listOwnFields(field.item).find(
    ([, { type, ...rest }]) => type === 'link' || ('format' in rest && rest.format === 'web_address'),
  );
  return target ? String(item[target[0]]).replace(/^https:\/\/(www\.)?/, '') : '';
}

export const toItemPath = ({ nested }: Tree, root: string, { parent, at }: Place): string =>
  parent === null ? `${root}.${at}` : `${root}.${parent}.${nested?.name}.${at}`;

/** The place of an item, or of one of its fields; null for another list. */
export function findPlace({ nested }: Tree, root: string, path: string): Place | null {
  if (!path.startsWith(`${root}.`)) return null;
  const [first = '', second, third] = path.slice(root.length + 1).split('.');
  if (!/^\d+$/.test(first)) return null;
  const isNested = nested !== null && second === nested.name && /^\d+$/.test(third ?? '');
  return isNested ? { parent: Number(first), at: Number(third) } : { parent: null, at: Number(first) };
}

export const countSiblings = (tree: Tree, items: readonly TreeItem[], place: Pick<Place, 'parent'>): number =>
  listSiblings(tree, items, place).length;

export const getItem = (tree: Tree, items: readonly TreeItem[], place: Place): TreeItem | undefined =>
  listSiblings(tree, items, place)[place.at];

/** The items with another list in the place of the list of `parent`. */
function withSiblings(
  { nested }: Tree,
  items: readonly TreeItem[],
  parent: number | null,
  change: (siblings: readonly TreeItem[]) => TreeItem[],
): TreeItem[] {
  if (parent === null || !nested) return change(items);
  return items.map((item, at) =>
    at === parent ? { ...item, [nested.name]: change(item[nested.name] as readonly TreeItem[]) } : item,
  );
}

export const replaceItem = (tree: Tree, items: readonly TreeItem[], place: Place, item: TreeItem): TreeItem[] =>
  withSiblings(tree, items, place.parent, (siblings) => siblings.with(place.at, item));

export const insertItem = (tree: Tree, items: readonly TreeItem[], place: Place, item: TreeItem): TreeItem[] =>
  withSiblings(tree, items, place.parent, (siblings) => siblings.toSpliced(place.at, 0, item));

export const removeItem = (tree: Tree, items: readonly TreeItem[], place: Place): TreeItem[] =>
  withSiblings(tree, items, place.parent, (siblings) => siblings.toSpliced(place.at, 1));

/** Why an item stays where it is. */
export type Refusal = { refusal: string };
export type Moved = { items: TreeItem[]; place: Place };

/**
 * Puts an item at another place. One that goes into the list of another item, or out of it, takes along the fields that both kinds have.
 * `recall` gives back what it had at its other level before.
 */
export function moveItem(
  tree: Tree,
  items: readonly TreeItem[],
  from: Place,
  to: Place,
  recall: (item: TreeItem) => TreeItem = () => ({}),
): Moved | Refusal {
  const item = getItem(tree, items, from);
  if (!item) return { refusal: 'This is no longer here.' };
  if (from.parent === to.parent) {
    const at = Math.min(to.at, countSiblings(tree, items, from) - 1);
    return { items: insertItem(tree, removeItem(tree, items, from), { ...to, at }, item), place: { ...to, at } };
  }
  const name = getItemName(getListField(tree, from), item);
  if (listNested(tree, item).length > 0 && from.parent === null)
    return { refusal: `‘${name}’ has ${tree.nested?.field.itemName}s of its own, so it stays at this level.` };
  const target = getListField(tree, to);
  if (countSiblings(tree, items, to) >= target.max)
    return { refusal: `There’s no room for ‘${name}’ there: ${target.max} is the most.` };
  const isLevelChange = (from.parent === null) !== (to.parent === null);
  const moved = isLevelChange ? carryFields(target.item, { ...recall(item), ...item }) : item;
  const without = removeItem(tree, items, from);
  // What is behind an item that leaves moves up.
  const parent = from.parent === null && to.parent !== null && to.parent > from.at ? to.parent - 1 : to.parent;
  const place = { parent, at: Math.min(to.at, countSiblings(tree, without, { parent })) };
  return { items: insertItem(tree, without, place, moved), place };
}

/** An item of these fields with what another one has of them. */
function carryFields(fields: Fields, from: TreeItem): TreeItem {
  const empty = createEmptyValues(fields);
  return Object.fromEntries(Object.keys(fields).map((name) => [name, from[name] ?? empty[name]]));
}

/** One step up or down. The first and the last item of a list within an item go on into the list before and the one after. */
export function stepItem(tree: Tree, items: readonly TreeItem[], from: Place, step: 1 | -1): Place | null {
  const at = from.at + step;
  const count = countSiblings(tree, items, from);
  if (at >= 0 && at < count) return { ...from, at };
  if (from.parent === null) return null;
  for (let parent = from.parent + step; parent >= 0 && parent < items.length; parent += step) {
    const length = listNested(tree, items[parent]).length;
    if (length > 0) return { parent, at: step === 1 ? 0 : length };
  }
  return null;
}
