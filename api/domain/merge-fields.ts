/** What was changed on both sides since the same start, put together. */
type Merged<F> = { fields: F; conflicts: string[] };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * A three-way merge of fields: a field that one side alone has changed is that side's. `conflicts` are the names of those that both have
 * changed, each to something else; they are `mine`. `depth`: 2 for fields in groups, as those of the settings.
 */
export function mergeFields<F extends Record<string, unknown>>(base: F, mine: F, theirs: F, depth = 1): Merged<F> {
  const conflicts: string[] = [];
  const merged = Object.keys(mine).map((name): [string, unknown] => {
    const [before, own, other] = [base[name], mine[name], theirs[name]];
    if (isSame(own, other) || isSame(before, other)) return [name, own];
    if (isSame(before, own)) return [name, other];
    if (depth > 1) {
      type Group = Record<string, unknown>;
      const group = mergeFields(before as Group, own as Group, other as Group, depth - 1);
      conflicts.push(...group.conflicts.map((path) => `${name}.${path}`));
      return [name, group.fields];
    }
    conflicts.push(name);
    return [name, own];
  });
  return { fields: Object.fromEntries(merged) as F, conflicts };
}
