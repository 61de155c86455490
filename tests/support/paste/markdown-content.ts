import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { Parser } from 'htmlparser2';

/** What a reader gets: the letters without white space, and where the links lead, in order. */
export type ReadableContent = { text: string; links: string[] };

/** By the tree of the Markdown. HTML within it is read as HTML. */
export function readMarkdown(markdown: string): ReadableContent {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '');
  const tree = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const content: ReadableContent = { text: '', links: [] };
  const notes: string[] = [];
  const reader = new TreeReader(tree, content, notes);
  reader.readAll(tree);
  // Notes come last, in the order of their references, each with the arrow back.
  for (const id of notes) {
    reader.readNote(id);
    content.text += '↩';
  }
  return { text: removeSpace(content.text), links: content.links };
}

class TreeReader {
  readonly #addresses = new Map<string, string>();
  readonly #notes = new Map<string, Nodes[]>();

  constructor(
    tree: Root,
    readonly content: ReadableContent,
    readonly notes: string[],
  ) {
    this.#collect(tree);
  }

  #collect(node: Nodes): void {
    if (node.type === 'definition' && !this.#addresses.has(node.identifier))
      this.#addresses.set(node.identifier, node.url);
    if (node.type === 'footnoteDefinition') this.#notes.set(node.identifier, node.children);
    if ('children' in node) for (const child of node.children) this.#collect(child);
  }

  readNote(id: string): void {
    for (const child of this.#notes.get(id) ?? []) this.#read(child, false);
  }

  readAll(node: Nodes): void {
    this.#read(node, false);
  }

  #read(node: Nodes, isInLink: boolean): void {
    const { content, notes } = this;
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') content.text += node.value;
    if (node.type === 'html') {
      const { text, links } = readHtml(node.value);
      content.text += text;
      content.links.push(...links);
    }
    if (node.type === 'footnoteReference') {
      if (!notes.includes(node.identifier)) notes.push(node.identifier);
      content.text += String(notes.indexOf(node.identifier) + 1);
    }
    if (node.type === 'image') {
      content.text += node.alt ?? '';
      if (!isInLink) content.links.push(node.url);
    }
    if (node.type === 'link') content.links.push(node.url);
    if (node.type === 'linkReference') content.links.push(this.#addresses.get(node.identifier) ?? '');
    if (node.type === 'footnoteDefinition' || !('children' in node)) return;
    const isLink = isInLink || node.type === 'link' || node.type === 'linkReference';
    for (const child of node.children) this.#read(child, isLink);
  }
}

/** By the HTML: its text, and the links but for those between a note and its reference. */
export function readHtml(html: string): ReadableContent {
  const content: ReadableContent = { text: '', links: [] };
  const parser = new Parser({
    ontext: (text) => {
      content.text += text;
    },
    onopentag: (name, { href }) => {
      if (name === 'a' && href !== undefined && !href.startsWith('#user-content-')) content.links.push(href);
    },
  });
  parser.end(html);
  return { text: removeSpace(content.text), links: content.links };
}

const removeSpace = (text: string) => text.replace(/[\s\u00a0]+/gu, '');

/** The links to places in the content at which there is none. */
export function findDeadAnchors(html: string): string[] {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  return [...html.matchAll(/ href="#(user-content-[^"]+)"/g)].flatMap(([, id = '']) => (ids.has(id) ? [] : [id]));
}
