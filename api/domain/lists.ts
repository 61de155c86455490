// The words of the product are British English, which has no comma before 'and'; plain 'en' would set one.
const conjunction = new Intl.ListFormat('en-GB');
const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** 'a, b and c' */
export const formatList = (items: Iterable<string>): string => conjunction.format(items);

/** 'a, b or c' */
export const formatAlternatives = (items: Iterable<string>): string => disjunction.format(items);
