type NamedUser = { first_name: string | null; last_name: string | null; email: string };

/** What a person is called: the full name if both names are known, else the e-mail address. */
export const formatUserName = ({ first_name, last_name, email }: NamedUser) =>
  first_name && last_name ? `${first_name} ${last_name}` : email;
