/** Screens with an id in their address: one page each, which reads the id from the address bar. */
const SHELLS: readonly (readonly [pattern: RegExp, page: string])[] = [
  [/^\/edit-blog\/\d+$/, '/edit-blog'],
  [/^\/documents\/\d+$/, '/documents/view'],
  [/^\/documents\/\d+\/edit$/, '/documents/edit'],
];

/** The page that answers for a path with an id in it, or null. */
export function shellOf(path: string): string | null {
  return SHELLS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
