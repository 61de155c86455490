import { SaxesParser } from 'saxes';
import { UnreadableImportError } from '#api/adapters/site-readers/records.ts';

/** A file that is read from its beginning, as often as it is asked for. */
export type TextSource = { name: string; open(): AsyncIterable<string> };

/** An element of `channel` with its own ones: of most only the text counts. */
export type WxrElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: readonly WxrElement[];
};
type OpenElement = WxrElement & { children: WxrElement[] };

/** Shared by all elements without any: an item may have 300,000 fields of two elements each. */
const [NO_ATTRIBUTES, NO_CHILDREN]: [Record<string, string>, WxrElement[]] = [{}, []];

/** The text of the first child of this name; '' without one. */
export const getChild = (element: WxrElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? '';

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't hold them, and exports do
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Nothing in an export is deeper. */
const DEPTH_MAX = 30;
/** Characters of one text. */
const TEXT_MAX = 20_000_000;

const WRONG = 'This isn’t a WordPress export. In WordPress, go to Tools, Export, and choose All content.';

function addChild(parent: OpenElement | undefined, child: WxrElement): void {
  if (!parent) return;
  if (parent.children === NO_CHILDREN) parent.children = [];
  parent.children.push(child);
}

/** The elements of `channel`, one after the other: an export can be larger than the memory. @throws UnreadableImportError */
export async function* readWxrElements(source: TextSource): AsyncGenerator<WxrElement> {
  const open: OpenElement[] = [];
  let ready: WxrElement[] = [];
  let length = 0;
  let fault: string | null = null;
  let [isFeed, isEnded] = [false, false];
  const parser = new SaxesParser({ fragment: false });
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0 && name === 'rss') isFeed = true;
    if (open.length > DEPTH_MAX) fault = WRONG;
    const hasAttributes = Object.keys(attributes).length > 0;
    const given = hasAttributes ? (attributes as Record<string, string>) : NO_ATTRIBUTES;
    open.push({ name, attributes: given, text: '', children: NO_CHILDREN });
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (!element || open.length < 3) return;
    length += text.length;
    if (length > TEXT_MAX) fault = `‘${source.name}’ has a text of more than 20 million characters.`;
    else element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    const element = open.pop();
    if (!element) return;
    if (open.length === 0 && name === 'rss') isEnded = true;
    if (open.length === 2) {
      ready.push(element);
      length = 0;
    } else if (open.length > 2) addChild(open.at(-1), element);
  });
  let isFirst = true;
  for await (const chunk of source.open()) {
    const text: string = (isFirst ? chunk.replace(/^\ufeff?\s*/, '') : chunk).replace(CONTROL_CHARACTERS, '');
    isFirst = isFirst && text === '';
    parser.write(text);
    if (fault) throw new UnreadableImportError(fault);
    const batch = ready;
    ready = [];
    yield* batch;
  }
  try {
    parser.close();
  } catch {
    // What is wrong is said below.
  }
  if (!isFeed) throw new UnreadableImportError(WRONG);
  if (!isEnded)
    throw new UnreadableImportError(`‘${source.name}’ ends in the middle. Export it again, and choose the new file.`);
  yield* ready;
}
