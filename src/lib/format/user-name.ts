type NamedUser = { first_name: string | null; last_name: string | null; email: string };

export const hasName = ({ first_name, last_name }: NamedUser): boolean => Boolean(first_name && last_name);

/** The user's name on their own screens: the full name if both names are known, else the email address. */
export const formatUserName = (user: NamedUser) =>
  hasName(user) ? `${user.first_name} ${user.last_name}` : user.email;

/** One or two initials of a user: of both names, else of the email address. */
export const getInitials = ({ first_name, last_name, email }: NamedUser) =>
  (first_name && last_name ? [first_name, last_name] : [email])
    .map((word) => Array.from(word)[0]?.toUpperCase())
    .join('');
