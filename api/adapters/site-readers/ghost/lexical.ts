import { escapeHtml } from '#api/adapters/site-readers/wordpress/classic-content.ts';
import type { ImportLossKind } from '#api/domain/imports.ts';

type Node = Record<string, unknown>;
type Lose = (kind: ImportLossKind, detail?: string) => void;

/** Bits of the format of a text, from the inside out. */
const FORMATS: readonly [bit: number, tag: string][] = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
];
const DEPTH_MAX = 100;

/** What Ghost keeps of a text whose HTML it hasn’t made, as the HTML that it would make. '' for what can’t be read. */
export function toLexicalHtml(json: string, lose: Lose): string {
  try {
    const { root } = JSON.parse(json) as { root?: Node };
    return root ? toChildren(root, lose, 0) : '';
  } catch {
    lose('dynamic_block', 'lexical');
    return '';
  }
}

const toChildren = ({ children }: Node, lose: Lose, depth: number): string =>
  (Array.isArray(children) && depth < DEPTH_MAX ? (children as (Node | null)[]) : [])
    .map((node) => (typeof node === 'object' && node !== null ? toHtml(node, lose, depth + 1) : ''))
    .join('');

function toHtml(node: Node, lose: Lose, depth: number): string {
  const get = (name: string) =>
    typeof node[name] === 'string' || typeof node[name] === 'number' ? String(node[name]) : '';
  const attribute = (name: string) => escapeHtml(get(name));
  const inner = () => toChildren(node, lose, depth);
  const caption = get('caption') === '' ? '' : `<figcaption>${get('caption')}</figcaption>`;
  const type = get('type').replace(/^extended-/, '');
  const writers: Record<string, () => string> = {
    text: () => {
      const format = Number(node.format) || 0;
      return FORMATS.reduce(
        (text, [bit, tag]) => (format & bit ? `<${tag}>${text}</${tag}>` : text),
        attribute('text'),
      );
    },
    linebreak: () => '<br>',
    paragraph: () => `<p>${inner()}</p>`,
    heading: () => (/^h[1-6]$/.test(get('tag')) ? `<${get('tag')}>${inner()}</${get('tag')}>` : `<p>${inner()}</p>`),
    quote: () => `<blockquote><p>${inner()}</p></blockquote>`,
    aside: () => `<blockquote><p>${inner()}</p></blockquote>`,
    list: () => (get('listType') === 'number' ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`),
    listitem: () => `<li>${inner()}</li>`,
    link: () => `<a href="${attribute('url')}">${inner()}</a>`,
    autolink: () => `<a href="${attribute('url')}">${inner()}</a>`,
    horizontalrule: () => '<hr>',
    image: () => `<figure><img src="${attribute('src')}" alt="${attribute('alt')}">${caption}</figure>`,
    codeblock: () => `<pre><code class="language-${attribute('language')}">${attribute('code')}</code></pre>`,
    html: () => get('html'),
    embed: () => `<figure>${get('html')}${caption}</figure>`,
    callout: () => `<div class="kg-callout-card"><div class="kg-callout-text">${get('calloutText')}</div></div>`,
    button: () =>
      `<div class="kg-button-card"><a class="kg-btn" href="${attribute('buttonUrl')}">${attribute('buttonText')}</a></div>`,
    toggle: () =>
      `<div class="kg-toggle-card"><h4 class="kg-toggle-heading-text">${get('heading')}</h4><div class="kg-toggle-content">${get('content')}</div></div>`,
    file: () =>
      `<div class="kg-file-card"><a class="kg-file-card-container" href="${attribute('src')}"><div class="kg-file-card-title">${attribute('fileTitle')}</div><div class="kg-file-card-caption">${attribute('fileCaption')}</div><div class="kg-file-card-filename">${attribute('fileName')}</div></a></div>`,
    audio: () =>
      `<div class="kg-audio-card"><audio src="${attribute('src')}"></audio><div class="kg-audio-title">${attribute('title')}</div></div>`,
    video: () => `<figure class="kg-video-card"><video src="${attribute('src')}"></video>${caption}</figure>`,
    paywall: () => '',
  };
  const write = Object.hasOwn(writers, type) ? writers[type] : undefined;
  if (write) return write();
  lose('dynamic_block', type);
  return inner();
}
