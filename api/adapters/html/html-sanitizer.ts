import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';

const BLOCKS = new Set(
  'address blockquote br dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** What content may hold (SECURITY.md T20). Everything else is dropped; svg, math and the like with what is inside. */
const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags:
    'h1 h2 h3 h4 h5 h6 p br hr strong em del code pre blockquote ul ol li a img video figure figcaption table thead tbody tfoot tr th td caption'.split(
      ' ',
    ),
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    video: ['src', 'width', 'height', 'controls', 'preload'],
    th: ['colspan', 'rowspan', 'align'],
    td: ['colspan', 'rowspan', 'align'],
    ol: ['start'],
    code: [{ name: 'class', multiple: false, values: [] }],
  },
  allowedClasses: { code: [/^language-[a-z0-9+#-]{1,30}$/] },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesByTag: { img: ['https'], video: ['https'] },
  allowProtocolRelative: false,
  nonTextTags: 'style script textarea option noscript svg math iframe object template title xmp'.split(' '),
  transformTags: {
    b: 'strong',
    i: 'em',
    s: 'del',
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: { ...(href && { href }), ...(title && { title }), rel: 'noopener noreferrer' },
    }),
    img: (tagName, { src, alt, title, width, height }) => ({
      tagName,
      attribs: {
        ...(src && { src }),
        alt: alt ?? '',
        ...(title && { title }),
        ...(width && { width }),
        ...(height && { height }),
        loading: 'lazy',
        decoding: 'async',
      },
    }),
    video: (tagName, { src, width, height }) => ({
      tagName,
      attribs: {
        ...(src && { src }),
        ...(width && { width }),
        ...(height && { height }),
        controls: '',
        preload: 'none',
      },
    }),
  },
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
  let safe = sanitizeHtml(isNestedTooDeep(html) ? stripTags(html) : html, sanitizeOptions);
  for (let pass = 1; pass < PASSES_MAX; pass += 1) {
    const next = sanitizeHtml(safe, sanitizeOptions);
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

const stripTags = (html: string): string => html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;');

/** The text of HTML, entities decoded, one space between words and blocks. */
export function toPlainText(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (chunk) => {
      text += chunk;
    },
    onopentagname: (name) => {
      if (BLOCKS.has(name)) text += ' ';
    },
    onclosetag: (name) => {
      if (BLOCKS.has(name)) text += ' ';
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}

/** How many words a result of `toPlainText` has. */
export function countWords(text: string): number {
  if (text === '') return 0;
  let count = 1;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) count += 1;
  return count;
}
