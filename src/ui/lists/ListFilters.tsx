import type { ReactNode } from 'react';
import type { Filter, SortOrder } from '#api/domain/list-definition.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import type { AnyList } from './use-list.ts';

type Props = {
  list: AnyList;
  /** The name of the items: 'Users'. */
  label: string;
  /** Of the views, by the names that they give; null until they are known. */
  counts?: Readonly<Record<string, number>> | null | undefined;
  /** Fields that the screen brings for some filters, by their names; null leaves one out. */
  fields?: Readonly<Record<string, ReactNode>> | undefined;
  /** At the end of the line. */
  children?: ReactNode;
};

/** The line above a list, as its declaration says: views, search, a field for each filter, and the order. */
export function ListFilters({ list, label, counts = null, fields = {}, children }: Props) {
  const { definition, state, change, toHref } = list;
  const values: Record<string, unknown> = state;
  const named = Object.entries(definition.filters).filter(([, { label: name }]) => name !== null);
  const isSorted = Object.keys(definition.sort).length > 0;
  const views = definition.views?.map((view) => {
    const isCurrent = Object.entries(view.set).every(([name, value]) => values[name] === value);
    return {
      label: view.label,
      count: view.count === undefined ? null : (counts?.[view.count] ?? null),
      isCurrent,
      href: toHref(view.set),
      onOpen: () => !isCurrent && change(view.set),
    };
  });
  return (
    <FilterLine
      label={label}
      views={views}
      viewsBy={definition.viewsBy}
      search={
        definition.search && (
          <SearchField
            label={definition.search.label}
            placeholder={definition.search.placeholder ?? definition.search.label}
            value={state.search}
            inputRef={list.searchRef}
            onSearch={(search) => change({ search })}
          />
        )
      }
      filters={
        (named.length > 0 || isSorted) && (
          <>
            {named.map(([name, filter]) =>
              name in fields ? fields[name] : <FilterField key={name} name={name} filter={filter} list={list} />,
            )}
            {isSorted && <OrderField list={list} />}
          </>
        )
      }
      activeFilterCount={named.filter(([name]) => values[name] !== null).length}
    >
      {children}
    </FilterLine>
  );
}

function FilterField({ name, filter, list: { state, change } }: { name: string; filter: Filter; list: AnyList }) {
  // What an id or a text stands for only the screen knows: it brings the field.
  if (filter.kind !== 'choice') return null;
  const value = (state as Record<string, unknown>)[name];
  return (
    <FilterSelect
      label={filter.label ?? ''}
      options={filter.options}
      value={typeof value === 'string' ? value : ''}
      onChange={(chosen) => change({ [name]: chosen || null })}
    />
  );
}

function OrderField({ list: { definition, state, change } }: { list: AnyList }) {
  const options = Object.entries(definition.sort).flatMap(([by, { first, words }]) => {
    const orders: SortOrder[] = first === 'ASC' ? ['ASC', 'DESC'] : ['DESC', 'ASC'];
    return orders.map((order) => ({ value: `${by} ${order}`, label: words[order] }));
  });
  return (
    <FilterSelect
      label="Sort by"
      isOrder
      options={options}
      value={`${state.sort.by} ${state.sort.order}`}
      onChange={(value) => {
        const [by = '', order] = value.split(' ');
        change({ sort: { by, order: order as SortOrder } });
      }}
    />
  );
}
