/** Keys for a list whose items never move. */
export const withKeys = <Item>(items: readonly Item[]) => items.map((item, index) => ({ key: `${index}`, item }));
