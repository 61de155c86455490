import { findCountryDefaults } from '#api/domain/countries.ts';
import type { FirstRunAnswers, StartingPoint } from '#api/domain/first-run.ts';
import { createPartKey } from '#api/domain/part-keys.ts';
import { formatList } from '#api/domain/lists.ts';
import { getCountryName } from '#api/domain/placeholders.ts';
import { completeNavigation, type SiteNavigation } from '#api/domain/site-navigation.ts';
import { findAddressFault, type SitePage } from '#api/domain/site-pages.ts';
import { completeProduct, type SiteProduct } from '#api/domain/site-products.ts';
import { completeSettings, type SiteSettings } from '#api/domain/site-settings.ts';
import { blogAndDocs } from './blog-and-docs.ts';
import { createCompanyPages } from './company-pages.ts';
import { createLegalPages } from './legal-pages.ts';
import { oneProduct } from './one-product.ts';
import { severalProducts } from './several-products.ts';
import type { StartingPointDeclaration, StartingPointInput } from './starting-point.ts';

const declarations: Record<StartingPoint, StartingPointDeclaration> = {
  products: severalProducts,
  product: oneProduct,
  blog: blogAndDocs,
};

/** All that a new site says. */
export type StartingParts = {
  settings: SiteSettings;
  navigation: SiteNavigation;
  products: SiteProduct[];
  pages: SitePage[];
};

type Surroundings = {
  /** What the answers don't say stays as it is here. */
  settings?: Readonly<Record<string, unknown>>;
  /** The numbers of products begin behind this one. */
  lastProductId?: number;
  /** As in 2026-11-25, where the company is. */
  today: string;
};

/** What a site with these answers says: the same for its preview and its publish. */
export function createStartingParts(
  answers: FirstRunAnswers,
  { settings = {}, lastProductId = 0, today }: Surroundings,
): StartingParts {
  const declaration = declarations[answers.starting_point];
  const offered = createProducts(answers, lastProductId);
  const input: StartingPointInput = { answers, products: offered };
  return {
    settings: createSettings(answers, declaration, completeSettings(settings)),
    navigation: createNavigation(declaration, input),
    products: offered,
    pages: [...declaration.createPages(input), ...createCompanyPages(input), ...createLegalPages(today)],
  };
}

/** How many products a starting point has room for. */
const countProducts = ({ starting_point: start, products }: FirstRunAnswers): number => {
  if (start === 'blog') return 0;
  return start === 'product' ? 1 : products.length;
};

function createProducts(answers: FirstRunAnswers, lastId: number): SiteProduct[] {
  const keys = new Set<string>();
  const named = answers.products.filter(({ name }) => name.trim() !== '');
  return named.slice(0, countProducts(answers)).map(({ name, tagline }, at) => {
    const key = createPartKey(name, 'product', keys);
    keys.add(key);
    const page = answers.starting_point === 'products' ? toAddress(key) : '/';
    return completeProduct({
      name: name.trim(),
      tagline: tagline.trim(),
      description: tagline.trim(),
      page,
      prices_address: page,
      product_id: lastId + at + 1,
      key,
      position: at + 1,
    });
  });
}

/** '/harbour-log' of 'harbour_log'; '/product-terms' where the site itself uses '/terms'. */
function toAddress(key: string): string {
  const address = `/${key.replaceAll('_', '-')}`;
  const used = ['/terms', '/privacy', '/company'];
  return findAddressFault(address, used) === null ? address : `/product-${address.slice(1)}`;
}

function createSettings(
  answers: FirstRunAnswers,
  { features }: StartingPointDeclaration,
  base: SiteSettings,
): SiteSettings {
  const name = answers.name.trim();
  const products = answers.products.slice(0, countProducts(answers)).map((product) => product.name.trim());
  const country = getCountryName(answers.country, 'en');
  const offers = products.filter((product) => product !== '');
  return {
    ...base,
    company: {
      ...base.company,
      name,
      legal_name: answers.legal_name.trim() || name,
      greeting: `Welcome to ${name}.`,
      email: answers.email.trim(),
      country: answers.country,
      origin: country,
    },
    brand: { ...base.brand, logo: answers.logo, mark: answers.mark, colour: answers.colour, motif: 'waves' },
    language: {
      language: base.language.language || 'en',
      locale: answers.locale,
      time_zone: answers.time_zone,
      currency: answers.currency,
    },
    tax: createTax(answers, base.tax),
    mail: { ...base.mail, salutation: base.mail.salutation || 'Hello', sender_name: answers.sender_name.trim() },
    search: {
      ...base.search,
      description: offers.length > 0 ? `${name} makes ${formatList(offers)}.` : `News from ${name}.`,
      is_listed: true,
    },
    features,
  };
}

/** As the country of the company has it; of one that isn’t known nothing is said. */
function createTax({ country }: FirstRunAnswers, base: SiteSettings['tax']): SiteSettings['tax'] {
  const known = findCountryDefaults(country);
  if (!known) return base;
  return { ...base, prices_include_tax: known.pricesIncludeTax, label: known.taxLabel, rate: known.taxRate };
}

const companyLinks = [
  { label: 'About', href: '/company/about' },
  { label: 'Contact', href: '/company/contact' },
];

const createNavigation = (
  { createMenu, createFooter }: StartingPointDeclaration,
  input: StartingPointInput,
): SiteNavigation =>
  completeNavigation({
    menu: createMenu(input),
    footer: [
      ...createFooter(input),
      { title: 'Company', links: companyLinks },
      {
        title: 'Read',
        links: [
          { label: 'Blog', href: '/blogs' },
          { label: 'RSS', href: '/rss.xml' },
        ],
      },
    ],
    footer_line: [
      { label: 'Privacy', href: '/privacy' },
      { label: 'Terms', href: '/terms' },
    ],
  });
