import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { Parser } from 'htmlparser2';

/** What a reader gets: the letters without white space, and where the links lead, in order. */
export type ReadableContent = { text: string; links: string[] };

/** By the tree of the Markdown. HTML within it is read as HTML. Notes come last, each with an arrow back to each reference. */
export function readMarkdown(markdown: string): ReadableContent {
  const body = markdown.replace(/^(---|\+\+\+)\n[\s\S]*?\n\1\n/, '');
  const tree = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const addresses = new Map<string, string>();
  const definitions = new Map<string, Nodes[]>();
  const references: string[] = [];
  const referenceCounts = new Map<string, number>();
  const content: ReadableContent = { text: '', links: [] };

  const collect = (node: Nodes): void => {
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url);
    if (node.type === 'footnoteDefinition') definitions.set(node.identifier, node.children);
    if ('children' in node) for (const child of node.children) collect(child);
  };

  const addHtml = (html: string): void => {
    const { text, links } = readHtml(html);
    content.text += text;
    content.links.push(...links);
  };

  const addReference = (id: string): void => {
    if (!references.includes(id)) references.push(id);
    referenceCounts.set(id, (referenceCounts.get(id) ?? 0) + 1);
    content.text += String(references.indexOf(id) + 1);
  };

  const addImage = (alt: string, url: string, isInLink: boolean): void => {
    content.text += alt;
    if (!isInLink) content.links.push(url);
  };

  const read = (node: Nodes, isInLink = false): void => {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') content.text += node.value;
    if (node.type === 'html') addHtml(node.value);
    if (node.type === 'footnoteReference') addReference(node.identifier);
    if (node.type === 'image') addImage(node.alt ?? '', node.url, isInLink);
    if (node.type === 'imageReference') addImage(node.alt ?? '', addresses.get(node.identifier) ?? '', isInLink);
    if (node.type === 'link') content.links.push(node.url);
    if (node.type === 'linkReference') content.links.push(addresses.get(node.identifier) ?? '');
    if (node.type === 'footnoteDefinition' || !('children' in node)) return;
    const isLink = isInLink || node.type === 'link' || node.type === 'linkReference';
    for (const child of node.children) read(child, isLink);
  };

  collect(tree);
  read(tree);
  for (const id of references) {
    for (const child of definitions.get(id) ?? []) read(child);
    for (let number = 1; number <= (referenceCounts.get(id) ?? 0); number += 1)
      content.text += number === 1 ? '↩' : `↩${number}`;
  }
  return { text: removeSpace(content.text), links: content.links.map(encodeAddress) };
}

/** By the HTML: its text, and the links but for those between a note and its reference. An image over http becomes a link. */
export function readHtml(html: string): ReadableContent {
  const content: ReadableContent = { text: '', links: [] };
  let openLinks = 0;
  // The page has language and button above code.
  let isInCodeHead = false;
  const parser = new Parser({
    ontext: (text) => {
      if (!isInCodeHead) content.text += text;
    },
    onopentag: (name, { href, src = '', alt, class: className }) => {
      if (className === 'code-head') isInCodeHead = true;
      if (name === 'a') openLinks += 1;
      if (name === 'img' && src.startsWith('http:')) {
        content.text += alt?.trim() || src;
        if (openLinks === 0) content.links.push(src);
      }
      if (name === 'a' && href !== undefined && !href.startsWith('#user-content-')) content.links.push(href);
    },
    onclosetag: (name) => {
      if (name === 'a') openLinks -= 1;
      if (name === 'div') isInCodeHead = false;
    },
  });
  parser.end(html);
  return { text: removeSpace(content.text), links: content.links.map(encodeAddress) };
}

/** Whether a space of an address is written as it is or as %20 makes no difference. */
const encodeAddress = (address: string) => encodeURI(decodeURI(address));

const removeSpace = (text: string) => text.replace(/[\s\u00a0]+/gu, '');

/** The links to places in the content at which there is none. */
export function findDeadAnchors(html: string): string[] {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  return [...html.matchAll(/ href="#(user-content-[^"]+)"/g)].flatMap(([, id = '']) => (ids.has(id) ? [] : [id]));
}
