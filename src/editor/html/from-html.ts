import { DOMParser, type Node as EditorNode, Fragment, type Schema } from '@milkdown/kit/prose/model';
import { fingerprint } from './fingerprint.ts';
import { isBlank, isElement, isInline, parseInert, runsOf } from './inert-dom.ts';
import { toHtml } from './to-html.ts';
import { writeNodes } from './serialize-html.ts';

/**
 * HTML as a document of the editor. Every block that would not come out again as it went in is kept to the letter, in
 * a node that shows it and cannot be edited: so nothing is ever lost by opening and saving.
 */
export function fromHtml(schema: Schema, html: string): EditorNode {
  const body = parseInert(html);
  const blocks = runsOf(body).flatMap((run) => readRun(schema, run));
  const doc = docOf(schema, blocks);
  if (fingerprint(parseInert(toHtml(doc)).childNodes) === fingerprint(body.childNodes)) return doc;
  return docOf(schema, [keep(schema, html)]);
}

/** The same without keeping: what does not fit takes the nearest form that does. */
export function readFreely(schema: Schema, html: string): EditorNode[] {
  return runsOf(parseInert(html)).flatMap((run) => parseRun(schema, run));
}

function readRun(schema: Schema, run: Node[]): EditorNode[] {
  const blocks = parseRun(schema, run);
  const again = parseInert(toHtml(docOf(schema, blocks)));
  if (fingerprint(again.childNodes) === fingerprint(run)) return blocks;
  return [keep(schema, writeNodes(run))];
}

function parseRun(schema: Schema, run: Node[]): EditorNode[] {
  const parser = DOMParser.fromSchema(schema);
  const holder = document.implementation.createHTMLDocument('').body;
  for (const node of run) holder.append(holder.ownerDocument.importNode(node, true));
  markPlainText(holder.ownerDocument.documentElement, CONTAINERS);
  const blocks: EditorNode[] = [];
  parser.parse(holder).forEach((node) => {
    blocks.push(node);
  });
  return blocks;
}

const keep = (schema: Schema, html: string) => nodeOf(schema, 'kept').create({ html });

/** A document always has a paragraph at its end, so that there is a place to go on. */
function docOf(schema: Schema, blocks: EditorNode[]): EditorNode {
  const filler = nodeOf(schema, 'paragraph').create({ isFiller: true });
  const needsFiller = !blocks.at(-1)?.isTextblock || blocks.at(-1)?.type.spec.code;
  return nodeOf(schema, 'doc').create(null, Fragment.from(needsFiller ? [...blocks, filler] : blocks));
}

export function nodeOf(schema: Schema, name: string) {
  const type = schema.nodes[name];
  if (!type) throw new Error(`The editor knows no ${name}`);
  return type;
}

const CONTAINERS = 'body, li, td, th, blockquote';

/** Lines of text that stand directly in a container get an element for the parser to see. */
export function markPlainText(root: HTMLElement, containers: string): void {
  for (const container of root.querySelectorAll<HTMLElement>(containers)) {
    if (![...container.childNodes].some((node) => isInline(node) && !isBlankText(node))) continue;
    for (const run of runsOf(container)) {
      const [first] = run;
      if (!first || (isElement(first) && !isInline(first))) continue;
      const line = container.ownerDocument.createElement('div');
      line.setAttribute('data-plain', '');
      container.insertBefore(line, first);
      line.append(...run);
    }
  }
}

const isBlankText = (node: Node) => node.nodeType === Node.TEXT_NODE && isBlank(node.textContent);
