/**
 * A list of the back office, declared once: its search, filters, order, views and page size. The contract of its routes
 * (`api/http/list-query.ts`), its address (`src/lib/list-address.ts`), the line above it and the heads of its columns
 * (`src/ui/lists`) follow from the declaration.
 */
export type ListDefinition<
  Filters extends Record<string, Filter> = Record<string, Filter>,
  Columns extends string = string,
> = {
  perPage: number;
  /** The words of the search field; without them the list has no search. */
  search?: { label: string; placeholder?: string };
  /** By the name of the parameter of the API. */
  filters: Filters;
  /** The first is the order of the list at first. */
  sort: Record<Columns, SortColumn>;
  views?: readonly View<Filters>[];
  /** What the views divide the list by; 'status' unless said. */
  viewsBy?: string;
  /** The parameter of the address with the id of the row whose details are open. */
  opens?: string;
};

export type SortOrder = 'ASC' | 'DESC';

type SortColumn = {
  /** The head of the column. */
  label: string;
  /** The order after the first click on the head; another click reverses it. */
  first: SortOrder;
  /** The choices of the field 'Sort by'. */
  words: Record<SortOrder, string>;
};

type Field = {
  /** The name of its field in the line above the list; null where only a view or a row sets it. */
  label: string | null;
  /** The parameter of the address, where it differs from that of the API. */
  parameter?: string;
};
export type Choice<Value extends string = string> = Field & {
  kind: 'choice';
  values: readonly Value[];
  /** What the field offers; the first, with an empty value, shows all. */
  options: readonly { value: string; label: string }[];
  /** Whether the values are among what the owner publishes, and so may change. */
  isPublished?: true;
  /** The value of a list that is opened without an address; in the address, all is 'all' then. */
  initial: Value | null;
};
type IdFilter = Field & { kind: 'id' };
type TextFilter = Field & { kind: 'text'; pattern?: RegExp };
export type Filter = Choice | IdFilter | TextFilter;

/** The value of a filter that is on. */
export type FilterValue<Each extends Filter> =
  Each extends Choice<infer Value> ? Value : Each extends IdFilter ? number : string;

type View<Filters extends Record<string, Filter>> = {
  label: string;
  /** Its count among those of the list. */
  count?: string;
  /** The filters that it sets; null ends one. */
  set: { [Name in keyof Filters]?: FilterValue<Filters[Name]> | null };
};

export const defineList = <const Filters extends Record<string, Filter>, const Columns extends string = never>(
  definition: ListDefinition<Filters, Columns>,
): ListDefinition<Filters, Columns> => definition;

type Options = { parameter?: string };

/** One of some values, chosen in a field; `all` is the choice that ends the filter. */
export const oneOf = <Value extends string>(
  label: string,
  all: string,
  labels: Readonly<Record<Value, string>>,
  options: Options & { initial?: NoInfer<Value> } = {},
): Choice<Value> => {
  const values = Object.keys(labels) as Value[];
  return {
    initial: null,
    ...options,
    kind: 'choice',
    label,
    values,
    // Read when they are shown: a label may be a name that the owner gives.
    get options() {
      return [{ value: '' as const, label: all }, ...values.map((value) => ({ value, label: labels[value] }))];
    },
  };
};

/** As `oneOf`, of values that the owner publishes: listed anew at each use. */
export const oneOfPublished = (
  label: string,
  all: string,
  listLabels: () => Readonly<Record<string, string>>,
): Choice => ({
  initial: null,
  kind: 'choice',
  label,
  isPublished: true,
  get values() {
    return Object.keys(listLabels());
  },
  get options() {
    return oneOf(label, all, listLabels()).options;
  },
});

/** One of some values, set by the views of the list or in a field of the screen, which `label` names. */
export const byChoice = <Value extends string>(label: string | null, values: readonly Value[]): Choice<Value> => ({
  kind: 'choice',
  label,
  values,
  options: [],
  initial: null,
});

/** An id. `label` is the name of its field, which the screen brings. */
export const byId = (label: string | null, options: Options = {}): IdFilter => ({ ...options, kind: 'id', label });

/** A text. `label` is the name of its field, which the screen brings; what doesn't match `pattern` counts as none. */
export const byText = (label: string | null, options: Options & { pattern?: RegExp } = {}): TextFilter => ({
  ...options,
  kind: 'text',
  label,
});

/** A view for all and one for each value of a filter. */
export const viewsOf = <Name extends string, Value extends string>(
  filter: Name,
  labels: Readonly<Record<Value, string>>,
) => [
  { label: 'All', count: 'all', set: { [filter]: null } as Record<Name, null> },
  ...(Object.keys(labels) as Value[]).map((value) => ({
    label: labels[value],
    count: value as string,
    set: { [filter]: value } as Record<Name, Value>,
  })),
];

export const newestFirst = (label: string): SortColumn => ({
  label,
  first: 'DESC',
  words: { DESC: `${label}, newest first`, ASC: `${label}, oldest first` },
});

export const alphabetical = (label: string, words = label): SortColumn => ({
  label,
  first: 'ASC',
  words: { ASC: `${words}, A to Z`, DESC: `${words}, Z to A` },
});
