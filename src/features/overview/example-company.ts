/** The details of the company that the set-up asks to replace. */
type CompanyDetails = {
  name: string;
  email: string;
  mark: { description: string };
  genmateAppUrl: string;
  socials: readonly { url: string }[];
};

/** As long as one is left of the name, the mark and the addresses of the example company, the set-up is not done. */
export function hasExampleDetails({ name, email, mark, genmateAppUrl, socials }: CompanyDetails): boolean {
  const hosts = [genmateAppUrl, ...socials.map(({ url }) => url)].map((url) => new URL(url).hostname);
  return (
    name === 'Mateworks' ||
    mark.description === 'a green stone with a folded M' ||
    [email, ...hosts].some((address) => address.endsWith('.example'))
  );
}
