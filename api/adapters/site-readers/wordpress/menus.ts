import type { ImportedLink, ImportedMenus } from '#api/adapters/site-readers/records.ts';

/** An entry of a menu, by the id of its item; `parent` is that of the one above it. */
export type MenuItem = ImportedLink & { menu: string; parent: string; order: number };

const HEADER = /main|primary|header|top|nav/i;
const FOOTER = /foot/i;
const SOCIAL = /social/i;

/**
 * An export doesn’t say where its menus stand: their names do, and else the largest is that of the header. Returns the menus of the
 * site, and the names of those that have no place; null without any.
 */
export function placeMenus(
  names: ReadonlyMap<string, string>,
  items: ReadonlyMap<string, MenuItem>,
): { menus: ImportedMenus; others: string[] } | null {
  const trees = [...names].flatMap(([slug, name]) => {
    const links = buildTree(slug, items);
    return links.length === 0
      ? []
      : [{ name, links, size: [...items.values()].filter(({ menu }) => menu === slug).length }];
  });
  const columns = trees.filter(({ name }) => FOOTER.test(name));
  const candidates = trees
    .filter(({ name }) => !FOOTER.test(name) && !SOCIAL.test(name))
    .sort((a, b) => b.size - a.size);
  const header = candidates.find(({ name }) => HEADER.test(name)) ?? candidates[0];
  if (!header && columns.length === 0) return null;
  const others = [...names.values()].filter(
    (name) => name !== header?.name && !columns.some((each) => each.name === name),
  );
  return {
    menus: {
      header: header?.links ?? [],
      columns: columns.map(({ name, links }) => ({ title: name, links })),
      line: [],
    },
    others,
  };
}

/** More than any menu has; a file may hold anything. */
const ITEMS_MAX = 500;

function buildTree(slug: string, items: ReadonlyMap<string, MenuItem>): ImportedLink[] {
  const own = new Map(
    [...items]
      .filter(([, { menu }]) => menu === slug)
      .slice(0, ITEMS_MAX)
      .sort(([, a], [, b]) => a.order - b.order),
  );
  // An entry whose parent isn’t there, or that is below itself, stands at the top.
  const findParent = (id: string): string | null => {
    const parent = own.get(id)?.parent ?? '';
    const seen = new Set([id]);
    for (let at = parent; own.has(at); at = own.get(at)?.parent ?? '') {
      if (seen.has(at)) return null;
      seen.add(at);
    }
    return own.has(parent) ? parent : null;
  };
  const parents = new Map([...own.keys()].map((id) => [id, findParent(id)]));
  const listBelow = (place: string | null): ImportedLink[] =>
    [...own].flatMap(([id, { label, href }]) =>
      parents.get(id) === place ? [{ label, href, links: listBelow(id) }] : [],
    );
  return listBelow(null);
}
