import { describeValue, type Field, type Fields, type ListField } from '#api/domain/fields.ts';

const NAMES_MAX = 12;
export const EMPTY_VALUE = '(empty)';

/** A list by the names of its items, each with those below it: 'Prices, Company (About, Team)'. */
function describeItems(field: ListField, items: readonly Record<string, unknown>[]): string {
  const names = items.slice(0, NAMES_MAX).map((item) => {
    const entries: [string, Field][] = Object.entries(field.item);
    const [name, nested] = [entries[0], entries.find(([, each]) => each.type === 'list')];
    const label = name ? describeValue(name[1], item[name[0]]) || '(untitled)' : '';
    const below = nested ? (item[nested[0]] as Record<string, unknown>[]) : [];
    return nested && below.length > 0 ? `${label} (${describeItems(nested[1] as ListField, below)})` : label;
  });
  return [...names, ...(items.length > NAMES_MAX ? ['…'] : [])].join(', ');
}

/** How declared fields read in a comparison; `prefix` is what their names begin with, as in 'company.'. */
export const formatDeclaredFields = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  prefix = '',
): Record<string, { label: string; value: string }> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = values[`${prefix}${name}`];
      const words = field.type === 'list' ? describeItems(field, value as []) : describeValue(field, value);
      return [`${prefix}${name}`, { label: field.label, value: words || EMPTY_VALUE }];
    }),
  );
