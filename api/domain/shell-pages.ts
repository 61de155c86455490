/** Screens with an id or slug in their address: one page each, which reads it from the address bar. */
const SHELL_PAGES: readonly (readonly [pattern: RegExp, page: string])[] = [
  [/^\/edit-blog\/\d+$/, '/edit-blog'],
  [/^\/documents\/(?!(?:new|edit|view)$)[a-z0-9-]+$/, '/documents/view'],
  [/^\/documents\/\d+\/edit$/, '/documents/edit'],
  [/^\/admin\/users\/\d+$/, '/admin/users/view'],
  [/^\/admin\/openshelf\/reviews\/\d+$/, '/admin/openshelf/reviews/view'],
];

/** The shell page for a path with an id or slug in it, or null. */
export function resolveShellPage(path: string): string | null {
  return SHELL_PAGES.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** The page for a post that does not exist, sent with status 404. It has no URL of its own. */
export const POST_NOT_FOUND_PATH = '/blog-post-not-found';
