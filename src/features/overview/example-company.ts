/** The details of the company that the set-up asks to replace. */
type CompanyDetails = {
  name: string;
  email: string;
  /** Null for one of its own. */
  mark: { description: string } | null;
  /** Of the products. */
  appUrls: readonly string[];
  socials: readonly { url: string }[];
};

/** As long as one is left of the name, the mark and the addresses of the example company, the set-up is not done. */
export function hasExampleDetails({ name, email, mark, appUrls, socials }: CompanyDetails): boolean {
  const hosts = [...appUrls, ...socials.map(({ url }) => url)].map((url) => new URL(url).hostname);
  return (
    name === 'Mateworks' ||
    mark?.description === 'a green stone with a folded M' ||
    [email, ...hosts].some((address) => address.endsWith('.example'))
  );
}
