import { CONTENT_ELEMENTS, listElements } from './content-elements.ts';

// Kinds of elements, for those who read or write content. Apart from the table, which islands that only show content load too.
const listNames = (key: 'aliases' | 'pastedFrom'): ReadonlyMap<string, string> =>
  new Map(
    [...CONTENT_ELEMENTS].flatMap(([name, element]) => (element[key] ?? []).map((each) => [each, name] as const)),
  );

export const INLINE_ELEMENTS: readonly string[] = listElements(({ isInline }) => isInline);
/** Elements around text: strong, a link. */
export const MARK_ELEMENTS: readonly string[] = listElements(({ isInline, holds }) => isInline && holds === 'text');
/** Elements in which text may stand without a paragraph around it. */
export const FLOW_ELEMENTS: readonly string[] = listElements(({ holds }) => holds === 'flow' || holds === 'blocks');
/** Older and presentational names of elements that content holds. */
export const ELEMENT_ALIASES = listNames('aliases');
/** Names of HTML 4 and of programs that are pasted as an element of the table. */
export const PASTED_NAMES = listNames('pastedFrom');
