type NamedUser = { first_name: string | null; last_name: string | null; email: string };

/** What a person is called: the full name if both names are known, else the e-mail address. */
export const formatUserName = ({ first_name, last_name, email }: NamedUser) =>
  first_name && last_name ? `${first_name} ${last_name}` : email;

/** One or two letters for a picture of a person: of both names, else of the e-mail address. */
export const getInitials = ({ first_name, last_name, email }: NamedUser) =>
  (first_name && last_name ? [first_name, last_name] : [email])
    .map((word) => Array.from(word)[0]?.toUpperCase())
    .join('');
