import { formatNumber } from './numbers.ts';

const plurals = new Intl.PluralRules('en');

/** The form of a word that a number needs: 'post' for 1, 'posts' for any other. */
export const pluralize = (count: number, one: string, other = `${one}s`) =>
  plurals.select(count) === 'one' ? one : other;

/** '1 section', '1,204 sections', 'no sections'. */
export const formatCount = (count: number, one: string, other?: string) =>
  `${count === 0 ? 'no' : formatNumber(count)} ${pluralize(count, one, other)}`;
