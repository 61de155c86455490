import { escapeHtml } from '#api/adapters/site-readers/wordpress/classic-content.ts';
import { type Fields, isFields, type Lose, readText, toCardHtml } from './cards.ts';

/** Bits of the format of a text, from the inside out. */
const FORMATS: readonly [bit: number, tag: string][] = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [4, 's'],
  [8, 'u'],
  [128, 'mark'],
  [2, 'em'],
  [1, 'strong'],
];
const DEPTH_MAX = 100;

/** What Ghost keeps of a text whose HTML it hasn’t made, as the HTML that it would make. '' for what can’t be read. */
export function toLexicalHtml(json: string, lose: Lose): string {
  try {
    const { root } = JSON.parse(json) as { root?: unknown };
    return isFields(root) ? toChildren(root, lose, 0) : '';
  } catch {
    lose('dynamic_block', 'lexical');
    return '';
  }
}

const toChildren = ({ children }: Fields, lose: Lose, depth: number): string =>
  (Array.isArray(children) && depth < DEPTH_MAX ? children : [])
    .map((node: unknown) => (isFields(node) ? toHtml(node, lose, depth + 1) : ''))
    .join('');

function toHtml(node: Fields, lose: Lose, depth: number): string {
  const attribute = (name: string) => escapeHtml(readText(node, name));
  const inner = () => toChildren(node, lose, depth);
  const type = readText(node, 'type').replace(/^extended-/, '');
  const writers: Record<string, () => string> = {
    text: () => {
      const format = Number(node.format) || 0;
      return FORMATS.reduce(
        (text, [bit, tag]) => (format & bit ? `<${tag}>${text}</${tag}>` : text),
        attribute('text'),
      );
    },
    tk: () => attribute('text'),
    tab: () => ' ',
    zwnj: () => '',
    linebreak: () => '<br>',
    paragraph: () => `<p>${inner()}</p>`,
    heading: () => {
      const tag = /^h[1-6]$/.test(readText(node, 'tag')) ? readText(node, 'tag') : 'p';
      return `<${tag}>${inner()}</${tag}>`;
    },
    quote: () => `<blockquote><p>${inner()}</p></blockquote>`,
    aside: () => `<blockquote><p>${inner()}</p></blockquote>`,
    list: () => (readText(node, 'listType') === 'number' ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`),
    listitem: () => `<li>${inner()}</li>`,
    link: () => `<a href="${attribute('url')}">${inner()}</a>`,
    autolink: () => `<a href="${attribute('url')}">${inner()}</a>`,
  };
  const write = Object.hasOwn(writers, type) ? writers[type] : undefined;
  return write ? write() : (toCardHtml(type, node, lose) ?? inner());
}
