import { FLOW_ELEMENTS } from '#api/domain/content-element-names.ts';
import { DOMParser, type Node as EditorNode, Fragment, type Schema } from '@milkdown/kit/prose/model';
import { fingerprintHtml } from './fingerprint.ts';
import { isBlank, isElement, isInline, parseInertBody, splitInlineRuns } from './inert-dom.ts';
import { toHtml } from './to-html.ts';
import { serializeNodes } from './serialize-html.ts';

/**
 * HTML as a document of the editor. Every block that would change in a round trip is preserved verbatim, in
 * a node that shows it and cannot be edited, so opening and saving loses nothing.
 */
export function fromHtml(schema: Schema, html: string): EditorNode {
  const readRuns = () => splitInlineRuns(parseInertBody(html));
  const isLossless = (doc: EditorNode) => {
    const written = toHtml(doc);
    // Stored text is nearly always written as the editor writes it: comparing strings costs a fraction of parsing it again.
    return written === html || fingerprint(written) === fingerprint(html);
  };
  // Nearly every text fits as a whole; only of one that does not is each block compared.
  const whole = createDoc(schema, parseRun(schema, readRuns().flat()));
  if (isLossless(whole)) return whole;
  const byBlock = createDoc(
    schema,
    readRuns().flatMap((run) => parseRunLossless(schema, run)),
  );
  return isLossless(byBlock) ? byBlock : createDoc(schema, [createRawHtmlNode(schema, html)]);
}

const fingerprint = (html: string) => fingerprintHtml(parseInertBody(html).childNodes);

/** The same without keeping: what does not fit takes the nearest form that does. */
export function parseLossy(schema: Schema, html: string): EditorNode[] {
  return splitInlineRuns(parseInertBody(html)).flatMap((run) => parseRun(schema, run));
}

function parseRunLossless(schema: Schema, run: Node[]): EditorNode[] {
  const blocks = parseRun(
    schema,
    run.map((node) => node.cloneNode(true)),
  );
  if (fingerprint(toHtml(createDoc(schema, blocks))) === fingerprintHtml(run)) return blocks;
  return [createRawHtmlNode(schema, serializeNodes(run))];
}

export const CONTAINERS = FLOW_ELEMENTS.join(', ');

/** Made once: a document for each block would be most of the work. */
let inertDocument: Document | undefined;

/** Takes the nodes out of their document. */
function parseRun(schema: Schema, run: Node[]): EditorNode[] {
  const parser = DOMParser.fromSchema(schema);
  inertDocument ??= document.implementation.createHTMLDocument('');
  const holder = inertDocument.body;
  holder.replaceChildren();
  for (const node of run) holder.append(node);
  wrapAnonymousText([holder, ...holder.querySelectorAll<HTMLElement>(CONTAINERS)]);
  const blocks: EditorNode[] = [];
  parser.parse(holder).forEach((node) => {
    blocks.push(node);
  });
  return blocks;
}

const createRawHtmlNode = (schema: Schema, html: string) => getNodeType(schema, 'rawHtml').create({ html });

/** A document always ends with a paragraph, so that the cursor can be placed after the last block. */
function createDoc(schema: Schema, blocks: EditorNode[]): EditorNode {
  const filler = getNodeType(schema, 'paragraph').create({ isFiller: true });
  const needsFiller = !blocks.at(-1)?.isTextblock || blocks.at(-1)?.type.spec.code;
  return getNodeType(schema, 'doc').create(null, Fragment.from(needsFiller ? [...blocks, filler] : blocks));
}

export function getNodeType(schema: Schema, name: string) {
  const type = schema.nodes[name];
  if (!type) throw new Error(`Unknown editor node: ${name}`);
  return type;
}

/** Lines of text directly in a container are wrapped in an element that the parser recognises. */
export function wrapAnonymousText(containers: Iterable<HTMLElement>): void {
  for (const container of containers) {
    if (![...container.childNodes].some((node) => isInline(node) && !isBlankText(node))) continue;
    for (const run of splitInlineRuns(container)) {
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
