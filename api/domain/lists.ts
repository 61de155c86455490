// The words of the product are British English, which has no comma before 'and'; plain 'en' would set one.
const formats: { [Type in 'conjunction' | 'disjunction']?: Intl.ListFormat } = {};

/** Made when a list is first written: it takes 15 ms, and a start of the server writes none. */
function format(items: Iterable<string>, type: keyof typeof formats): string {
  formats[type] ??= new Intl.ListFormat('en-GB', { type });
  return formats[type].format(items);
}

/** 'a, b and c' */
export const formatList = (items: Iterable<string>): string => format(items, 'conjunction');

/** 'a, b or c' */
export const formatAlternatives = (items: Iterable<string>): string => format(items, 'disjunction');
