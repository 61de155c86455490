type Names = { firstName: string | null; lastName: string | null };

/** First and last name, as far as they are known; empty when neither is. */
export const formatFullName = ({ firstName, lastName }: Names): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** A user as colleagues see them. An account without a name has its number, because only who manages people sees addresses. */
export const formatUserName = ({ id, ...names }: Names & { id: number }): string =>
  formatFullName(names) || `User ${id}`;
