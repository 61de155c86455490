import { toPlainText } from '#api/adapters/html/html-text.ts';
import type { Deps } from '#api/deps.ts';
import { getPlans, getProducts } from '#api/domain/catalogue.ts';
import { listFieldTexts } from '#api/domain/fields.ts';
import { fillPlaceholders, toPlaceholderValues } from '#api/domain/placeholders.ts';
import { sectionKinds } from '#api/domain/section-kinds.ts';
import { listShownSections } from '#api/domain/site-pages.ts';
import { foldWord, isUnspaced, type SearchTerm } from '#db/queries/full-text-search.ts';
import { cutBeginning, cutPassage } from '#db/queries/passage.ts';
import { canBeMeant } from '../words/index-words.service.ts';
import { Vocabulary } from '../words/vocabulary.service.ts';
import { RESULTS_MAX, type SearchSource } from './source.service.ts';

type Site = Pick<Deps['site'], 'settings' | 'pages' | 'hasPage'>;

/** A page of the owner as it is searched. */
type PageText = {
  address: string;
  title: string;
  description: string;
  text: string;
  /** Each of its words with its weight: as in posts, those of the title count 8 times, those of the description 3 times. */
  weights: ReadonlyMap<string, number>;
  /** All of them, for scripts without spaces. */
  folded: string;
};
type SitePages = { pages: readonly PageText[]; vocabulary: Vocabulary };

const WEIGHTS = { title: 8, description: 3, text: 1 };
const WORD = /[\p{L}\p{N}]+/gu;

const foldText = (text: string) => foldWord(text).match(WORD) ?? [];

/** Pages are few, and this server has them in memory as they are live: each release brings new ones. */
const sitePages = new WeakMap<Site['pages'], SitePages>();

function readPages({ settings, pages }: Site): SitePages {
  const known = sitePages.get(pages);
  if (known) return known;
  const values = toPlaceholderValues({ settings, products: [...getProducts()], plans: [...getPlans()] });
  const texts = [...pages.values()]
    // Whoever keeps a page out of search engines doesn’t want it to be found here.
    .filter((page) => page.is_listed)
    .map((page): PageText => {
      const sections = listShownSections(page).flatMap(({ kind, fields }) =>
        listFieldTexts(sectionKinds[kind].fields, fields, toPlainText),
      );
      const fill = (text: string) => fillPlaceholders(text, values);
      const parts = { title: fill(page.title), description: fill(page.description), text: fill(sections.join(' ')) };
      return {
        address: page.address,
        ...parts,
        text: parts.text.replaceAll(/\s+/g, ' ').trim(),
        weights: weighWords(parts),
        folded: foldWord(Object.values(parts).join('\n')),
      };
    });
  const words = new Set(texts.flatMap(({ weights }) => [...weights.keys()]));
  const read = { pages: texts, vocabulary: new Vocabulary([...words].filter(canBeMeant)) };
  sitePages.set(pages, read);
  return read;
}

function weighWords(parts: Record<keyof typeof WEIGHTS, string>): Map<string, number> {
  const weights = new Map<string, number>();
  for (const name of ['title', 'description', 'text'] as const)
    for (const word of foldText(parts[name])) weights.set(word, (weights.get(word) ?? 0) + WEIGHTS[name]);
  return weights;
}

/** How much a page has of a word; 0 without it. */
function weigh({ weights, folded }: PageText, { word, isBeginning, near }: SearchTerm): number {
  const wanted = (near ?? [word]).map(foldWord);
  if (wanted.some(isUnspaced)) return wanted.some((each) => folded.includes(each)) ? 1 : 0;
  if (near || !isBeginning) return wanted.reduce((sum, each) => sum + (weights.get(each) ?? 0), 0);
  let sum = 0;
  for (const [each, weight] of weights) if (each.startsWith(wanted[0] ?? '')) sum += weight;
  return sum;
}

/** The words of pages that visitors have. */
export const getPageWords = (site: Site): Vocabulary => readPages(site).vocabulary;

/** Pages of the owner that are live now and listed. */
export function createPageSource(site: Site): SearchSource {
  const list = () => readPages(site).pages.filter(({ address }) => site.hasPage(address));
  return {
    type: 'page',
    async find(terms) {
      const found = list().flatMap((page) => {
        const weights = terms.map((term) => weigh(page, term));
        // So that a page with much of each word is in front of one with very much of a single one.
        const score = weights.reduce((sum, weight) => sum + Math.log2(1 + weight), 0);
        return weights.includes(0) ? [] : [{ page, score }];
      });
      return found
        .sort((a, b) => b.score - a.score || (a.page.address < b.page.address ? -1 : 1))
        .slice(0, RESULTS_MAX)
        .map(({ page }) => ({
          type: 'page',
          id: null,
          title: page.title,
          url: page.address,
          snippet: cutPassage(page.text, terms) ?? (page.description || cutBeginning(page.text)),
        }));
    },
    countTexts: async (terms) =>
      terms.map((term) => list().reduce((count, page) => count + (weigh(page, term) > 0 ? 1 : 0), 0)),
  };
}
