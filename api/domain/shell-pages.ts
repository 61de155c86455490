/** `rule` is the pattern as static hosts write it, where files come first. */
type ShellPage = { pattern: RegExp; rule: string; page: string };

/** Screens with an id or slug in their address: one page each, which reads it from the address bar. */
export const shellPages: readonly ShellPage[] = [
  { pattern: /^\/edit-blog\/\d+$/, rule: '/edit-blog/:id', page: '/edit-blog' },
  { pattern: /^\/documents\/\d+\/edit$/, rule: '/documents/:id/edit', page: '/documents/edit' },
  {
    pattern: /^\/documents\/(?!(?:new|edit|view)$)[a-z0-9-]+$/,
    rule: '/documents/:slug',
    page: '/documents/view',
  },
  { pattern: /^\/admin\/pages\/\d+$/, rule: '/admin/pages/:id', page: '/admin/pages/edit' },
  { pattern: /^\/admin\/users\/\d+$/, rule: '/admin/users/:id', page: '/admin/users/view' },
  {
    pattern: /^\/admin\/openshelf\/reviews\/\d+$/,
    rule: '/admin/openshelf/reviews/:id',
    page: '/admin/openshelf/reviews/view',
  },
];

/** The shell page for a path with an id or slug in it, or null. */
export function resolveShellPage(path: string): string | null {
  return shellPages.find(({ pattern }) => pattern.test(path))?.page ?? null;
}

/** The page for a post that does not exist, sent with status 404. It has no URL of its own. */
export const POST_NOT_FOUND_PATH = '/blog-post-not-found';
