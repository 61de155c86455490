type Names = { firstName: string | null; lastName: string | null };

/** First and last name, as far as they are known; empty when neither is. */
export const formatFullName = ({ firstName, lastName }: Names): string =>
  [firstName, lastName].filter(Boolean).join(' ');
