import { z } from 'zod';
import type { Filter, FilterValue, ListDefinition } from '#api/domain/list-definition.ts';
import { choiceField, idListField, optionalFilter, outdatedPageError, publishedChoiceField } from './fields.ts';
import { pageLimitFields, positiveIntegerField } from './pagination.ts';
import { searchLabel, singleLineField } from './text-fields.ts';

const SEARCH_MAX_LENGTH = 200;
const TEXT_MAX_LENGTH = 200;

type Optional<Value> = ReturnType<typeof optionalFilter<z.ZodType<Value>>>;
type FilterFields<Filters extends Record<string, Filter>> = {
  [Name in keyof Filters]: Optional<FilterValue<Filters[Name]>>;
};
type SortFields<Columns extends string> = [Columns] extends [never]
  ? unknown
  : { sortBy: Optional<Columns>; sortOrder: Optional<'ASC' | 'DESC'> };
type ListFields<Filters extends Record<string, Filter>, Columns extends string> = {
  search: Optional<string>;
} & FilterFields<Filters> &
  SortFields<Columns>;

/** Search and filters of a list: the body of a bulk action on all that match. */
export const listFilter = <Filters extends Record<string, Filter>, Columns extends string>(
  list: ListDefinition<Filters, Columns>,
) => z.strictObject(filterFields(list), { error: outdatedPageError });

function filterFields<Filters extends Record<string, Filter>, Columns extends string>(
  list: ListDefinition<Filters, Columns>,
): { search: Optional<string> } & FilterFields<Filters> {
  const fields: Record<string, z.ZodType> = {};
  if (list.search) fields.search = optionalFilter(singleLineField(searchLabel, { max: SEARCH_MAX_LENGTH }));
  for (const [name, filter] of Object.entries(list.filters)) fields[name] = optionalFilter(toField(name, filter));
  // The schemas are those that the type names, filter by filter.
  return fields as unknown as { search: Optional<string> } & FilterFields<Filters>;
}

/** Search, filters and order of a list, as parameters of its routes. Screens send empty values for what is not set. */
export function listFields<Filters extends Record<string, Filter>, Columns extends string>(
  list: ListDefinition<Filters, Columns>,
): ListFields<Filters, Columns> {
  const columns = Object.keys(list.sort);
  const fields: Record<string, z.ZodType> = { ...filterFields(list) };
  if (columns.length > 0) {
    fields.sortBy = optionalFilter(choiceField('sortBy', columns));
    fields.sortOrder = optionalFilter(
      z
        .string()
        .toUpperCase()
        .pipe(choiceField('sortOrder', ['ASC', 'DESC'])),
    );
  }
  // The schemas are those that the type names, filter by filter.
  return fields as unknown as ListFields<Filters, Columns>;
}

function toField(name: string, filter: Filter): z.ZodType {
  if (filter.kind === 'choice') {
    return filter.isPublished ? publishedChoiceField(name, () => filter.values) : choiceField(name, filter.values);
  }
  return filter.kind === 'id' ? positiveIntegerField(name) : z.string().max(TEXT_MAX_LENGTH);
}

/** The query of a list that is read page by page. */
export const listQuery = <Filters extends Record<string, Filter>, Columns extends string>(
  list: ListDefinition<Filters, Columns>,
) => z.object({ ...listFields(list), ...pageLimitFields(list.perPage) });

/** The query of its export: all that match, or `ids` of a selection. */
export const listExportQuery = <Filters extends Record<string, Filter>, Columns extends string>(
  list: ListDefinition<Filters, Columns>,
) => z.object({ ...listFields(list), ids: optionalFilter(idListField('ids')) });
