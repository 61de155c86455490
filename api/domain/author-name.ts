/** The byline of a post that has no author's name. */
export const DEFAULT_AUTHOR = 'The team';

/** An email address, as the byline of an author without a name would be. */
export const isEmailLike = (name: string) => /[^\s@]@[^\s@]/.test(name);

/** The names of several people: 'Aroha Ngata, Tom Whitaker & Mei Lin Chen', in any language. */
export const formatByline = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' & ');

/** The author of a post as the public reads it: never an email address. */
export const toPublicAuthorName = (name: string) => (isEmailLike(name) ? DEFAULT_AUTHOR : name);
