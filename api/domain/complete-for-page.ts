import { BOOKMARK } from './bookmarks.ts';
import { formatLanguage } from './code-languages.ts';
import { type Embed, findEmbed } from './embeds.ts';
import { CONTENT_ELEMENTS } from './content-elements.ts';
import { parseImageUrl, toSrcset } from './image-variants.ts';

const writeAttributes = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

/** For each element to which pages add something: its tags, and what replaces them. */
const REPLACEMENTS = [...CONTENT_ELEMENTS].flatMap(([name, { onPage }]): [tag: RegExp, replacement: string][] => {
  if (!onPage) return [];
  const { attributes = {}, frame } = onPage;
  const opening = `<${name}${writeAttributes(attributes)}`;
  return [
    [new RegExp(`<${name}(?=[\\s>])`, 'g'), frame ? `<div${writeAttributes(frame)}>${opening}` : opening],
    ...(frame ? [[new RegExp(`</${name}>`, 'g'), '$&</div>'] as [RegExp, string]] : []),
  ];
});

export type PageContent = {
  html: string;
  hasCode: boolean;
  hasEmbed: boolean;
  /** Whether it has anything that the style sheet of blocks is for. */
  hasBlocks: boolean;
};

const BLOCKS = /<(?:pre|aside)[\s>]|<(?:p|figure) data-/;

/**
 * Adds to sanitised content what it needs on a page: frames and focus for what scrolls on a narrow screen, the heads of code. Where the policy
 * of the page allows no frames, embeds open their site in a new tab.
 */
export function completeForPage(content: string, { hasFrames = true }: { hasFrames?: boolean } = {}): PageContent {
  const complete = REPLACEMENTS.reduce((text, [tag, replacement]) => text.replaceAll(tag, replacement), content);
  const linked = complete.replaceAll(BOOKMARK, writeBookmark).replaceAll(FILE, writeFileCard);
  const framed = frameCode(linked);
  const html = framed.replaceAll(EMBED, (paragraph, image: string | undefined, ...link: string[]) => {
    const [address = '', attributes = '', title = ''] = link;
    const embed = findEmbed(address.replaceAll('&amp;', '&'));
    if (!embed) return paragraph;
    const card = { link: `<a href="${address}"${attributes}>${title}</a>`, title, image };
    return hasFrames ? writeEmbed(embed, card) : writeEmbedLink(embed, { ...card, address });
  });
  return { html, hasCode: framed !== linked, hasEmbed: html !== framed, hasBlocks: BLOCKS.test(content) };
}

const CODE = /<pre tabindex="0"(?: data-title="([^"]*)")?>(?=(?:<code class="language-([a-z0-9+#-]+)")?)/g;
/** What importers call code without a language. */
const NO_LANGUAGES = new Set(['text', 'plain', 'plaintext', 'txt', 'none']);

/** A head with title, language and a button that the script of the page makes work. */
function frameCode(html: string): string {
  const framed = html.replaceAll(CODE, (_all, title: string | undefined, language: string | undefined) => {
    const name = language && !NO_LANGUAGES.has(language) ? formatLanguage(language) : '';
    const head = [
      title ? `<span class="code-title">${title}</span>` : '',
      name ? `<span class="code-language">${name}</span>` : '',
      '<button type="button" class="code-copy no-print" data-copy-code>Copy</button>',
    ];
    return `<div class="code"><div class="code-head">${head.join('')}</div><pre tabindex="0">`;
  });
  return framed === html ? html : framed.replaceAll('</pre>', '</pre></div>');
}

/** A card that is a link as a whole. */
function writeBookmark(
  _all: string,
  image: string | undefined,
  link: string,
  _href: string,
  title: string,
  ...lines: unknown[]
): string {
  const [description, site] = lines;
  const words = [
    `<span class="bookmark-title">${title}</span>`,
    description ? `<span class="bookmark-words">${description}</span>` : '',
    site ? `<span class="bookmark-site">${site}</span>` : '',
  ];
  const start = link.replace('<a ', '<a class="bookmark" ');
  return `${start}<span class="bookmark-text">${words.join('')}</span>${writeImage(image, 'bookmark-image', '11rem')}</a>`;
}

/** An image of this site that adds nothing to the words beside it. */
function writeImage(url: string | undefined, className: string, sizes: string): string {
  const image = url === undefined ? null : parseImageUrl(url);
  if (!image) return '';
  const { width, height } = image;
  return `<img class="${className}" src="${url}" srcset="${toSrcset(image, 'webp')}" sizes="${sizes}" alt="" width="${width}" height="${height}" loading="lazy" decoding="async">`;
}

const FILE =
  /<p data-block="(audio|file)"><a href="(\/uploads\/[0-9a-f]{64}\.([a-z0-9]{2,4}))"[^>]*>([^<]*)<\/a>(?:<br \/><em>([^<]*)<\/em>)?<\/p>/g;

/** A file is downloaded under its title; a recording is played by the browser, which loads nothing before. */
function writeFileCard(
  _all: string,
  kind: string,
  href: string,
  extension: string,
  title: string,
  note?: string,
): string {
  const line = note ? `<span>${note}</span>` : '';
  const label = quote(title);
  if (kind === 'audio')
    return (
      `<figure class="file-card"><figcaption class="file-caption"><span class="file-title">${title}</span>${line}</figcaption>` +
      `<audio src="${href}" controls preload="none" aria-label="${label}"></audio></figure>`
    );
  return `<a class="file-card" href="${href}" download="${label}.${extension}"><span class="file-title">${title}</span>${line}<span class="file-icon"></span></a>`;
}

const EMBED = /<p data-block="embed"(?: data-image="([^"]*)")?><a href="([^"]*)"([^>]*)>([^<]*)<\/a><\/p>/g;
type EmbedCard = { link: string; title: string; image: string | undefined };

/** A card that loads nothing of the other site; the script of the page puts the frame in place of the button. */
function writeEmbed({ site, frame, shape }: Embed, { link, title, image }: EmbedCard): string {
  const address = frame.replaceAll('&', '&amp;');
  return (
    `<figure class="embed embed-${shape}" data-frame="${address}">` +
    `<button type="button" class="embed-play no-print" data-play aria-label="Play ${quote(title)}">${writePoster(image)}</button>` +
    writeEmbedLine(link, `${site} · Nothing loads from there until you press play`)
  );
}

/** The same card as a link. */
function writeEmbedLink(
  { site, shape }: Embed,
  { link, title, image, address }: EmbedCard & { address: string },
): string {
  return (
    `<figure class="embed embed-${shape}">` +
    `<a class="embed-play no-print" href="${address}" rel="noopener noreferrer" target="_blank" aria-label="Open ${quote(title)} at ${site}, in a new tab">${writePoster(image)}</a>` +
    writeEmbedLine(link, `${site} · Play opens it in a new tab`)
  );
}

const quote = (title: string) => title.replaceAll('"', '&quot;');
const writePoster = (image: string | undefined) =>
  `${writeImage(image, 'embed-poster', 'min(40rem, 100vw)')}<span class="embed-icon"></span>`;
const writeEmbedLine = (link: string, note: string) =>
  `<figcaption class="embed-line">${link}<span>${note}</span></figcaption></figure>`;

/** Adds to sanitised content what style sheets say on pages, which feeds don't load: titles of code, kinds of callouts. */
export const completeForFeed = (content: string): string =>
  content
    .replaceAll(/<pre data-title="([^"]*)">/g, '<p><strong>$1</strong></p><pre>')
    .replaceAll(/<aside data-callout="([a-z])([a-z]+)">/g, (tag, first: string, rest: string) => {
      return `${tag}<p><strong>${first.toUpperCase()}${rest}</strong></p>`;
    });
