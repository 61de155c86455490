import type { ImportLossKind } from '#api/domain/imports.ts';
import { getFileKind } from '#api/adapters/site-readers/files/file-kinds.ts';
import { mapOutside, replaceBetween } from '#api/adapters/site-readers/code-parts.ts';
import { IMAGE_FILE } from '#api/adapters/site-readers/files/file-tree.ts';

/** The box in which WordPress keeps the address of what another site shows. */
export const EMBED_CLASS = 'wp-block-embed__wrapper';

type Lose = (kind: ImportLossKind, detail?: string) => void;
export type Attachment = { url: string; alt: string; title: string; caption: string };
type Context = {
  lose: Lose;
  /** The images and files of a gallery by their ids, or all that were uploaded to the text. */
  findAttachments: (ids: readonly string[] | null) => Attachment[];
};

/** What stays as it is written: code in which a square bracket is only that. */
const CODE = /<(?:pre|code|script|style|textarea)\b/gi;
const CODE_END = /<\/(?:pre|code|script|style|textarea)>/gi;
/** Elements in which lines are no paragraphs, with their ends. */
const PREFORMATTED = /<(pre|script|style|textarea)\b/gi;
const PREFORMATTED_ENDS: Record<string, RegExp> = {
  pre: /<\/pre>/gi,
  script: /<\/script>/gi,
  style: /<\/style>/gi,
  textarea: /<\/textarea>/gi,
};

/** The content of a WordPress text as HTML: without the marks of blocks, with paragraphs, and with what its shortcodes stand for. */
export function toWordPressHtml(content: string, context: Context): string {
  const text = content.replaceAll('\r\n', '\n');
  const hasBlocks = text.includes('<!-- wp:');
  const shown = mapOutsideCode(removeBlockMarks(text, context.lose), (part) => expandShortcodes(part, context));
  return hasBlocks ? shown : addParagraphs(embedLoneAddresses(shown));
}

const mapOutsideCode = (text: string, map: (part: string) => string): string =>
  mapOutside(
    text,
    (keep) =>
      replaceBetween(
        text,
        CODE,
        () => CODE_END,
        (_inside, _begun, code) => keep(code),
      ),
    map,
  );

/** `<!-- wp:latest-posts /-->` is filled by a program; of any other block the HTML inside is what it shows. */
function removeBlockMarks(text: string, lose: Lose): string {
  return text
    .replace(/<!--\s*(?:more\b(?:(?!-->|<!--)[\s\S])*|nextpage\s*)-->/g, '')
    .replace(/<!--\s*wp:([a-z]\w*(?:[/-]\w+)*)(?![/-]?\w)(?:(?!-->|<!--)[\s\S])*(?<=\/)-->/g, (_all, name: string) => {
      lose('dynamic_block', name);
      return '';
    })
    .replace(/<!--\s*\/?wp:(?:(?!-->|<!--)[\s\S])*-->/g, '');
}

const ATTRIBUTE = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s'"\]]+))/g;

function parseAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  );
}

const CAPTION = /\[caption\b([^[\]]*)\]/gi;
const CAPTION_END = /\[\/caption\]/gi;
const OLD_CAPTION = /\[wp_caption\b([^[\]]*)\]/gi;
const OLD_CAPTION_END = /\[\/wp_caption\]/gi;

function expandShortcodes(text: string, { lose, findAttachments }: Context): string {
  const toCaption = (inner: string, [, attributes = '']: RegExpExecArray) =>
    toFigure(inner, parseAttributes(attributes).caption ?? '');
  const captions = replaceBetween(text, CAPTION, () => CAPTION_END, toCaption);
  const shown = replaceBetween(captions, OLD_CAPTION, () => OLD_CAPTION_END, toCaption)
    .replace(/(?<!\[)\[gallery\b([^[\]]*)\](?!\])/gi, (_all, attributes: string) => {
      const images = findAttachments(readIds(attributes)).filter(({ url }) => IMAGE_FILE.test(url));
      const figures = images.map(({ url, alt, caption }) =>
        toFigure(`<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`, escapeHtml(caption)),
      );
      const gallery = figures.length > 1 ? `<figure>${figures.join('')}</figure>` : figures.join('');
      return `\n\n${gallery}\n\n`;
    })
    .replace(/(?<!\[)\[playlist\b([^[\]]*)\](?!\])/gi, (_all, attributes: string) => {
      const kind = parseAttributes(attributes).type === 'video' ? 'video' : 'audio';
      const files = findAttachments(readIds(attributes)).filter(({ url }) => getFileKind(url) === kind);
      return `\n\n${files.map(({ url }) => toPlayer(kind, url)).join('')}\n\n`;
    })
    .replace(
      /(?<!\[)\[(embed|audio|video)\b([^[\]]*)\](?:([^[\]]*)\[\/\1\])?(?!\])/gi,
      (_all, name, attributes, inner) => {
        const { src, mp3, mp4, m4a, ogg, ogv, webm, url } = parseAttributes(String(attributes));
        const [bare = ''] = /(?<![^\s])https?:\/\/[^\s"'\]]+/.exec(String(attributes)) ?? [];
        const named = [src, mp3, mp4, m4a, ogg, ogv, webm, url].find(Boolean) ?? bare;
        const address = String(inner ?? '').trim() || named;
        if (String(name).toLowerCase() === 'embed') return toEmbed(address);
        return `\n\n${toPlayer(String(name).toLowerCase(), address)}\n\n`;
      },
    );
  return removeOtherShortcodes(shown, lose);
}

const readIds = (attributes: string): string[] | null => {
  const { ids, include } = parseAttributes(attributes);
  return (ids ?? include)?.split(/[\s,]+/).filter(Boolean) ?? null;
};

const toPlayer = (name: string, address: string): string =>
  address === '' ? '' : `<${name} src="${escapeHtml(address)}"></${name}>`;

/** A word in square brackets is one only where it has attributes, an end, or a name that no word has; `[[this]]` is text. */
function removeOtherShortcodes(text: string, lose: Lose): string {
  const ended = new Set([...text.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(([, name = '']) => name.toLowerCase()));
  return text
    .replace(/(?<!\[)\[\/?([a-z][\w-]*)((?:\s[^[\]]*)?)\/?\](?!\])/gi, (all, name: string, rest: string) => {
      const isShortcode = ended.has(name.toLowerCase()) || /=/.test(rest) || /[_-]/.test(name);
      if (!isShortcode) return all;
      if (!all.startsWith('[/')) lose('shortcode', name.toLowerCase());
      return '';
    })
    .replace(/\[(\[\/?[a-z][^[\]]*\])\]/gi, '$1');
}

/** Inside `[caption]` the image comes first, with or without a link, and then the words. */
function toFigure(inner: string, caption: string): string {
  const [, image = inner, words = ''] =
    /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inner) ?? [];
  const text = (words.trim() || caption).trim();
  return `<figure>${image}${text ? `<figcaption>${text}</figcaption>` : ''}</figure>`;
}

/** WordPress shows what an address on a line of its own leads to. */
const embedLoneAddresses = (text: string): string =>
  mapOutsideCode(text, (part) =>
    part.replace(/^[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*$/gim, (_all, url: string) => toEmbed(url)),
  );

const toEmbed = (url: string): string => `\n\n<div class="${EMBED_CLASS}">${escapeHtml(url)}</div>\n\n`;

const BLOCK_NAMES =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary|iframe|script|video|audio';
const OPENS_WITH_BLOCK = new RegExp(`^</?(?:${BLOCK_NAMES})\\b`, 'i');

/** An empty line begins a paragraph and a single one a line, but not inside blocks or code. */
function addParagraphs(text: string): string {
  const kept: string[] = [];
  const getEnd = ([, name = '']: RegExpExecArray) => PREFORMATTED_ENDS[name.toLowerCase()] ?? CODE_END;
  const withPlaces = replaceBetween(text, PREFORMATTED, getEnd, (_inside, _begun, code) => {
    kept.push(code);
    return `\n\n\ue000${kept.length - 1}\ue000\n\n`;
  });
  const spaced = withPlaces
    .replace(new RegExp(`(<(?:${BLOCK_NAMES})\\b[^>]*>)`, 'gi'), '\n\n$1')
    .replace(new RegExp(`(</(?:${BLOCK_NAMES})>)`, 'gi'), '$1\n\n')
    .replace(/\n{3,}/g, '\n\n');
  const paragraphs = spaced.split(/\n\s*\n/).flatMap((part) => {
    const line = part.trim();
    if (line === '') return [];
    if (/^\ue000\d+\ue000$/.test(line)) return [line];
    if (!OPENS_WITH_BLOCK.test(line)) return [`<p>${addLineBreaks(line)}</p>`];
    const [, open = '', rest = ''] = /^((?:<\/?[a-z][^>]*>\s*)+)([\s\S]*)$/i.exec(line) ?? [];
    return [open + addLineBreaks(rest)];
  });
  return paragraphs.join('\n').replace(/\ue000(\d+)\ue000/g, (_all, at: string) => kept[Number(at)] ?? '');
}

const addLineBreaks = (text: string): string =>
  text.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, (all, at: number) =>
    /<br\s*\/?>$/i.test(text.slice(Math.max(0, at - 12), at)) ? all : '<br>\n',
  );

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
