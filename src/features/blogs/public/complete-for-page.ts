import { BOOKMARK } from '#api/domain/bookmarks.ts';
import { formatLanguage } from '#api/domain/code-languages.ts';
import { type Embed, findEmbed } from '#api/domain/embeds.ts';
import { CONTENT_ELEMENTS } from '#api/domain/content-elements.ts';
import { parseImageUrl, toSrcset } from '#api/domain/image-variants.ts';

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

/** Adds to sanitised content what it needs on a page: frames and focus for what scrolls on a narrow screen, the heads of code. */
export function completeForPage(content: string): PageContent {
  const complete = REPLACEMENTS.reduce((text, [tag, replacement]) => text.replaceAll(tag, replacement), content);
  const linked = complete.replaceAll(BOOKMARK, writeBookmark).replaceAll(FILE, writeFileCard);
  const framed = frameCode(linked);
  const html = framed.replaceAll(EMBED, (paragraph, image: string | undefined, ...link: string[]) => {
    const [address = '', attributes = '', title = ''] = link;
    const embed = findEmbed(address.replaceAll('&amp;', '&'));
    return embed
      ? writeEmbed(embed, { link: `<a href="${address}"${attributes}>${title}</a>`, title, image })
      : paragraph;
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
  const label = title.replaceAll('"', '&quot;');
  if (kind === 'audio')
    return (
      `<figure class="file-card"><figcaption class="file-caption"><span class="file-title">${title}</span>${line}</figcaption>` +
      `<audio src="${href}" controls preload="none" aria-label="${label}"></audio></figure>`
    );
  return `<a class="file-card" href="${href}" download="${label}.${extension}"><span class="file-title">${title}</span>${line}${DOWNLOAD}</a>`;
}

/** Of Lucide (ISC licence, © Lucide Contributors). */
const DOWNLOAD =
  '<svg class="file-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5"/></svg>';

const EMBED = /<p data-block="embed"(?: data-image="([^"]*)")?><a href="([^"]*)"([^>]*)>([^<]*)<\/a><\/p>/g;
/** Of Lucide (ISC licence, © Lucide Contributors). */
const PLAY =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path fill="currentColor" d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"/></svg>';

/** A card that loads nothing of the other site; the script of the page puts the frame in place of the button. */
function writeEmbed(
  { site, frame, shape }: Embed,
  { link, title, image }: { link: string; title: string; image: string | undefined },
): string {
  const address = frame.replaceAll('&', '&amp;');
  const label = title.replaceAll('"', '&quot;');
  return (
    `<figure class="embed embed-${shape}" data-frame="${address}">` +
    `<button type="button" class="embed-play no-print" data-play aria-label="Play ${label}">${writeImage(image, 'embed-poster', 'min(40rem, 100vw)')}${PLAY}</button>` +
    `<figcaption class="embed-line">${link}<span>${site} · Nothing loads from there until you press play</span></figcaption></figure>`
  );
}

/** Adds to sanitised content what style sheets say on pages, which feeds don't load: titles of code, kinds of callouts. */
export const completeForFeed = (content: string): string =>
  content
    .replaceAll(/<pre data-title="([^"]*)">/g, '<p><strong>$1</strong></p><pre>')
    .replaceAll(/<aside data-callout="([a-z])([a-z]+)">/g, (tag, first: string, rest: string) => {
      return `${tag}<p><strong>${first.toUpperCase()}${rest}</strong></p>`;
    });
