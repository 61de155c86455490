import type { ReactNode, Ref } from 'react';
import type { WaitingListStatus } from '#api/domain/enums.ts';
import { SearchField } from '#src/ui/forms/SearchField.tsx';
import { FilterLine } from '#src/ui/tables/FilterLine.tsx';
import { FilterSelect } from '#src/ui/tables/FilterSelect.tsx';
import type { SortOrder } from '#src/ui/tables/SortHeader.tsx';
import { DELIVERY_LABELS, LIST_PRODUCTS, STATUS_BADGES } from './entry-labels.ts';
import { countFilters, type Delivery, type ListState, type SortColumn } from './list-state.ts';

type Props = {
  listState: ListState;
  onChange: (change: Partial<ListState>) => void;
  searchRef: Ref<HTMLInputElement>;
  /** At the end of the line. */
  children: ReactNode;
};

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...Object.entries(STATUS_BADGES).map(([value, { label }]) => ({ value, label })),
];

const PRODUCT_OPTIONS = [
  { value: '', label: 'All products' },
  ...LIST_PRODUCTS.map(({ id, name }) => ({ value: String(id), label: name })),
];

const DELIVERY_OPTIONS = [
  { value: '', label: 'Any invitation' },
  ...Object.entries(DELIVERY_LABELS).map(([value, label]) => ({ value, label })),
];

const SORT_OPTIONS: { value: `${SortColumn} ${SortOrder}`; label: string }[] = [
  { value: 'created_at DESC', label: 'Joined, newest first' },
  { value: 'created_at ASC', label: 'Joined, oldest first' },
  { value: 'first_name ASC', label: 'First name, A to Z' },
  { value: 'first_name DESC', label: 'First name, Z to A' },
  { value: 'email ASC', label: 'Email, A to Z' },
  { value: 'email DESC', label: 'Email, Z to A' },
];

/** The line above the list: search, status, product, state of the invitation, and the order. */
export function EntryFilters({ listState, onChange, searchRef, children }: Props) {
  const { status, productId, delivery, sort } = listState;
  return (
    <FilterLine
      label="Waiting list"
      search={
        <SearchField
          label="Search people"
          placeholder="Search people"
          value={listState.search}
          inputRef={searchRef}
          onSearch={(search) => onChange({ search })}
        />
      }
      filters={
        <>
          <FilterSelect
            label="Status"
            options={STATUS_OPTIONS}
            value={status ?? ''}
            onChange={(value) => onChange(changeStatus((value || null) as WaitingListStatus | null, listState))}
          />
          <FilterSelect
            label="Product"
            options={PRODUCT_OPTIONS}
            value={productId === null ? '' : String(productId)}
            onChange={(value) => onChange({ productId: Number(value) || null })}
          />
          <FilterSelect
            label="Invitation"
            options={DELIVERY_OPTIONS}
            value={delivery ?? ''}
            onChange={(value) => onChange(changeDelivery((value || null) as Delivery | null, listState))}
          />
          <FilterSelect
            label="Sort by"
            isOrder
            options={SORT_OPTIONS}
            value={`${sort.by} ${sort.order}`}
            onChange={(value) => {
              const [by, order] = value.split(' ') as [SortColumn, SortOrder];
              onChange({ sort: { by, order } });
            }}
          />
        </>
      }
      activeFilterCount={countFilters(listState)}
    >
      {children}
    </FilterLine>
  );
}

/** Only the invited have an invitation: the two filters never exclude each other. */
const changeStatus = (status: WaitingListStatus | null, { delivery }: ListState): Partial<ListState> => ({
  status,
  delivery: status === null || status === 'invited' ? delivery : null,
});

const changeDelivery = (delivery: Delivery | null, { status }: ListState): Partial<ListState> => ({
  delivery,
  status: delivery === null || status === 'invited' ? status : null,
});
