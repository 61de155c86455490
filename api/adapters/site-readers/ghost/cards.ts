import { toMarkdownHtml } from '#api/adapters/site-readers/markdown-html.ts';
import { escapeHtml } from '#api/adapters/site-readers/wordpress/classic-content.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';

export type Fields = Record<string, unknown>;
export type Lose = (kind: ImportLossKind, detail?: string) => void;

/** Of cards that both editors of Ghost have, the names in the older one. */
const OLD_NAMES: Record<string, string> = { 'card-markdown': 'markdown', code: 'codeblock', hr: 'horizontalrule' };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A card of Ghost’s editors as the HTML that it makes of it; null for one that only a program can fill, which is named. */
export function toCardHtml(name: string, fields: Fields, lose: Lose): string | null {
  const get = (key: string) => readText(fields, key);
  const attribute = (key: string) => escapeHtml(get(key));
  const caption = get('caption') === '' ? '' : `<figcaption>${get('caption')}</figcaption>`;
  const button = (address: string, text: string) =>
    get(address) === ''
      ? ''
      : `<div class="kg-button-card"><a class="kg-btn" href="${attribute(address)}">${attribute(text)}</a></div>`;
  const title = (key: string, tag: string) => (get(key) === '' ? '' : `<${tag}>${get(key)}</${tag}>`);
  const image = (key: string) => (get(key) === '' ? '' : `<figure><img src="${attribute(key)}" alt=""></figure>`);
  const writers: Record<string, () => string> = {
    horizontalrule: () => '<hr>',
    image: () => `<figure>${toImage(fields)}${caption}</figure>`,
    gallery: () =>
      `<figure class="kg-gallery-card">${listFields(fields.images).map(toImage).join('')}${caption}</figure>`,
    codeblock: () => {
      const code = `<pre><code class="language-${attribute('language')}">${attribute('code')}</code></pre>`;
      return caption === '' ? code : `<figure>${code}${caption}</figure>`;
    },
    html: () => get('html'),
    markdown: () => toMarkdownHtml(get('markdown')),
    embed: () => `<figure>${get('html') || `<iframe src="${attribute('url')}"></iframe>`}${caption}</figure>`,
    bookmark: () => toBookmark(fields, caption),
    callout: () => `<div class="kg-callout-card"><div class="kg-callout-text">${get('calloutText')}</div></div>`,
    button: () => button('buttonUrl', 'buttonText'),
    toggle: () =>
      `<div class="kg-toggle-card"><h4 class="kg-toggle-heading-text">${get('heading')}</h4><div class="kg-toggle-content">${get('content')}</div></div>`,
    file: () =>
      `<div class="kg-file-card"><a class="kg-file-card-container" href="${attribute('src')}"><div class="kg-file-card-title">${attribute('fileTitle')}</div><div class="kg-file-card-caption">${attribute('fileCaption')}</div><div class="kg-file-card-filename">${attribute('fileName')}</div></a></div>`,
    audio: () =>
      `<div class="kg-audio-card"><audio src="${attribute('src')}"></audio><div class="kg-audio-title">${attribute('title')}</div></div>`,
    video: () => `<figure class="kg-video-card"><video src="${attribute('src')}"></video>${caption}</figure>`,
    header: () =>
      `${title('heading', 'h2') || title('header', 'h2')}${title('subheading', 'p') || title('subheader', 'p')}${button('buttonUrl', 'buttonText')}`,
    product: () =>
      `<div class="kg-product-card">${image('productImageSrc')}${title('productTitle', 'h4')}${get('productDescription')}${button('productUrl', 'productButton')}</div>`,
    'call-to-action': () => `${image('imageUrl')}${get('textValue')}${button('buttonUrl', 'buttonText')}`,
    signup: () => '<div class="kg-signup-card"></div>',
  };
  const known = OLD_NAMES[name] ?? name;
  const write = Object.hasOwn(writers, known) ? writers[known] : undefined;
  if (write) return write();
  lose('dynamic_block', name);
  return null;
}

export const readText = (fields: Fields, key: string): string => {
  const value = fields[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const listFields = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

function toImage(fields: Fields): string {
  const image = `<img src="${escapeHtml(readText(fields, 'src'))}" alt="${escapeHtml(readText(fields, 'alt'))}">`;
  const href = readText(fields, 'href');
  return href === '' ? image : `<a href="${escapeHtml(href)}">${image}</a>`;
}

function toBookmark(fields: Fields, caption: string): string {
  const metadata = isFields(fields.metadata) ? fields.metadata : {};
  const line = (key: string) => escapeHtml(readText(metadata, key));
  const url = readText(fields, 'url') || readText(metadata, 'url');
  const thumbnail = line('thumbnail');
  const image = thumbnail === '' ? '' : `<div class="kg-bookmark-thumbnail"><img src="${thumbnail}" alt=""></div>`;
  return `<figure class="kg-bookmark-card"><a class="kg-bookmark-container" href="${escapeHtml(url)}"><div class="kg-bookmark-title">${line('title') || escapeHtml(url)}</div><div class="kg-bookmark-description">${line('description')}</div><span class="kg-bookmark-publisher">${line('publisher') || line('author')}</span>${image}</a>${caption}</figure>`;
}
