import { DomUtils, parseDocument } from 'htmlparser2';

export type PageElement = ReturnType<typeof DomUtils.findAll>[number];

/** A parsed page with queries for its elements and metadata. */
export type HtmlPage = ReturnType<typeof parseHtmlPage>;

export function parseHtmlPage(html: string, options: { xmlMode?: boolean } = {}) {
  const document = parseDocument(html, options);
  const all = (isMatch: (element: PageElement) => boolean) => DomUtils.findAll(isMatch, document.children);
  const tags = (...names: string[]) => all((element) => names.includes(element.name));
  const meta = (key: string) =>
    tags('meta').find((element) => element.attribs.name === key || element.attribs.property === key)?.attribs.content;

  return {
    all,
    tags,
    meta,
    within: (root: PageElement, ...names: string[]) =>
      DomUtils.findAll((element) => names.includes(element.name), root.children),
    withClass: (name: string) => all((element) => (element.attribs.class ?? '').split(/\s+/).includes(name)),
    byId: (id: string) => all((element) => element.attribs.id === id)[0],
    link: (rel: string) => tags('link').find((element) => element.attribs.rel === rel)?.attribs.href,
    /** The text of the main element. */
    get text(): string {
      return getText(tags('main')[0]);
    },
    jsonLd: () =>
      tags('script')
        .filter((element) => element.attribs.type === 'application/ld+json')
        .map((element) => JSON.parse(DomUtils.textContent(element)) as Record<string, unknown>),
  };
}

/** The text of an element with single spaces, without scripts and styles. */
export function getText(element: PageElement | undefined): string {
  return element ? DomUtils.innerText(element).replace(/\s+/g, ' ').trim() : '';
}

/** The text of an element, unchanged. */
export const getRawText = (element: PageElement | undefined) => (element ? DomUtils.textContent(element) : '');
