import type { CoverMotif } from './cover-motifs.ts';
import type { Feature } from './features.ts';

/**
 * The few facts about the company that server and browser format and name things with. A server takes them from the published settings, a
 * page that is rendered from the content that it is rendered from, and a browser from the page that it shows.
 */
export type SiteFacts = {
  /** Of drawn covers; without one, that of the demo. */
  motif?: CoverMotif;
  /** Features that are switched off; without it, none. */
  off?: readonly Feature[];
  company: string;
  email: string;
  phone: string;
  /** How emails begin, before the name. */
  salutation: string;
  /** Of the words: `lang` of every page and email. */
  language: string;
  /** Of dates and figures. */
  locale: string;
  /** Days, months and times of day are of this zone, for whoever reads them: payments and publishing happen at one time. */
  timeZone: string;
  /** Of the prices; a code of ISO 4217. */
  currency: string;
  /** What the shelf of publications is called. */
  shelf: string;
};

/** Until the settings are read. */
const unknownFacts: SiteFacts = {
  company: '',
  email: '',
  phone: '',
  salutation: 'Hello',
  language: 'en',
  locale: 'en',
  timeZone: 'UTC',
  currency: 'EUR',
  shelf: '',
};

let factsOfPage: SiteFacts | null = null;

/** A page says its facts in an attribute of its root element. */
function readPage(): SiteFacts {
  const { facts } = globalThis.document?.documentElement.dataset ?? {};
  factsOfPage ??= facts === undefined ? null : (JSON.parse(facts) as SiteFacts);
  return factsOfPage ?? unknownFacts;
}

let getFacts: () => SiteFacts = readPage;

/** Whoever renders or answers for the site says where its facts come from. */
export function setSiteFactsSource(source: () => SiteFacts): void {
  getFacts = source;
}

/** Read anew at each use: the owner may change them. */
export const getSiteFacts = (): SiteFacts => getFacts();
