import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { ELEMENT_ALIASES } from '#api/domain/content-element-names.ts';
import { CONTENT_ELEMENTS, toStoredAttributes } from '#api/domain/content-elements.ts';
import { DROPPED_ELEMENTS, findLinkedAnchors, formatImageLink, LINK_SCHEMES } from '#api/domain/content-html.ts';

/** What content may hold is decided in api/domain/content-elements.ts; the library parses, and checks names and addresses again. */
const createSanitizeOptions = (linkedAnchors: ReadonlySet<string>): sanitizeHtml.IOptions => {
  let openLinks = 0;
  return {
    allowedTags: [...CONTENT_ELEMENTS.keys()],
    allowedAttributes: Object.fromEntries(
      [...CONTENT_ELEMENTS].map(([name, { attributes = [] }]) => [name, [...attributes]]),
    ),
    allowedSchemes: [...LINK_SCHEMES],
    allowedSchemesByTag: { img: ['https'], video: ['https'] },
    allowProtocolRelative: false,
    nonTextTags: [...DROPPED_ELEMENTS],
    onOpenTag: (name) => {
      if (name === 'a') openLinks += 1;
    },
    onCloseTag: (name) => {
      if (name === 'a') openLinks -= 1;
    },
    transformTags: {
      img: (tagName, attributes) => {
        const { src = '', alt } = attributes;
        if (!/^http:/i.test(src)) return { tagName, attribs: attributes };
        // The library writes only the text of an element that is not allowed: a link cannot hold another one.
        return { tagName: openLinks > 0 ? 'span' : 'a', attribs: { href: src }, text: formatImageLink(src, alt) };
      },
      '*': (tagName, attributes) => {
        const name = ELEMENT_ALIASES.get(tagName) ?? tagName;
        return { tagName: name, attribs: toStoredAttributes(name, attributes, linkedAnchors) ?? {} };
      },
    },
    // Links without an address and fields that are no task box. Renaming them would confuse the library's closing tags.
    exclusiveFilter: ({ tag, attribs }) =>
      (tag === 'a' || tag === 'input') && Object.keys(attribs).length === 0 ? 'excludeTag' : false,
  };
};

/** Each pass repairs one level of broken nesting; ordinary content needs one pass. */
const PASSES_MAX = 10;

/** Deeper than any real content. The time of the parsers grows with the square of the depth. */
const NESTING_MAX = 200;
/** Characters between two checks of the depth. */
const DEPTH_CHECK_INTERVAL = 16_384;

/**
 * Makes content safe to put into a page. Idempotent. Of content that is nested too deep only the text stays.
 */
export function sanitizeContent(html: string): string {
  return sanitizeUntilStable(html, (given) => createSanitizeOptions(readLinkedAnchors(given)));
}

/** As `sanitizeContent`, with other options of the library, which may depend on the HTML. */
export function sanitizeUntilStable(html: string, createOptions: (given: string) => sanitizeHtml.IOptions): string {
  const given = isNestedTooDeep(html) ? stripTags(html) : html;
  const options = createOptions(given);
  let safe = sanitizeHtml(given, options);
  for (let pass = 1; pass < PASSES_MAX; pass += 1) {
    const next = sanitizeHtml(safe, options);
    if (next === safe) return safe;
    safe = next;
  }
  return sanitizeHtml(safe, { allowedTags: [], allowedAttributes: {} });
}

function isNestedTooDeep(html: string): boolean {
  let depth = 0;
  let maxDepth = 0;
  const parser = new Parser({
    onopentagname: () => {
      depth += 1;
      maxDepth = Math.max(maxDepth, depth);
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  for (let at = 0; at < html.length && maxDepth <= NESTING_MAX; at += DEPTH_CHECK_INTERVAL) {
    parser.write(html.slice(at, at + DEPTH_CHECK_INTERVAL));
  }
  return maxDepth > NESTING_MAX;
}

/** The anchors of content that it links to itself, such as footnotes. */
function readLinkedAnchors(html: string): ReadonlySet<string> {
  const names: string[] = [];
  const hrefs: string[] = [];
  const parser = new Parser({
    onopentag(name, { id, name: oldName, href }) {
      if (CONTENT_ELEMENTS.get(name)?.attributes?.includes('id'))
        names.push(...[id, name === 'a' ? oldName : undefined].filter((each) => each !== undefined));
      if (name === 'a' && href !== undefined) hrefs.push(href);
    },
  });
  if (html.includes('#')) parser.end(html);
  return findLinkedAnchors(names, hrefs);
}

const stripTags = (html: string): string => html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;');
