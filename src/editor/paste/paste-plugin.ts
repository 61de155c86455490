import { detectLanguage, findLanguage } from '#api/domain/code-languages.ts';
import { FILE_EXTENSIONS } from '#api/domain/image-variants.ts';
import { DOMParser, Fragment, type ResolvedPos, Slice } from '@milkdown/kit/prose/model';
import { Plugin, TextSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import { showToast } from '#src/lib/toast.ts';
import { findUrls, linkUrls } from '#src/editor/auto-link.ts';
import { CONTAINERS, getNodeType, wrapAnonymousText } from '#src/editor/html/from-html.ts';
import { parseInertBody } from '#src/editor/html/inert-dom.ts';
import { getMarkType } from '#src/editor/mark-type.ts';
import { findInsertPosition } from '#src/editor/uploads/placeholder-plugin.ts';
import type { UploadManager } from '#src/editor/uploads/upload-manager.ts';
import { cleanPastedHtml, hasStructure, hasVisibleText, lowerTitles, toPlainText } from './clean-pasted-html.ts';
import { imageOfferKey } from './image-offer-state.ts';
import { isMarkdown } from './is-markdown.ts';
import { neutralizeActive } from './pasted-styles.ts';

const PASTED_PICTURES = new Set(['image/jpeg', 'image/gif', 'image/png', 'image/svg+xml', 'image/webp']);
const isMedia = (file: File) =>
  /^(image|video)\//.test(file.type) ||
  FILE_EXTENSIONS.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`));

/** What was copied here last: pasted again it is exactly that, without a detour by HTML. */
type Copied = { text: string; slice: Slice } | null;

type Options = {
  uploads: UploadManager;
  headingLevels: readonly number[];
  takeTitle: ((text: string) => boolean) | undefined;
};

/** Paste and drop: our own slices, HTML from elsewhere, Markdown and addresses as text, files. */
export const createPastePlugin = (options: Options) =>
  $prose(() => {
    let lastCopied: Copied = null;
    return new Plugin({
      props: {
        handleDOMEvents: {
          // The parser is there when something is pasted, and not loaded by those who only look.
          focus: () => void loadMarkdown().catch(() => undefined),
          copy: (view) => rememberCopy(view),
          cut: (view) => rememberCopy(view),
          paste: (view, event) => handlePaste(view, event, event.clipboardData, lastCopied, options),
          drop: (view, event) => !view.dragging && handleDrop(view, event, options),
        },
        clipboardTextParser(text, _$context, isPlain, view) {
          // Null: the editor makes a paragraph of each line.
          if (isPlain || !isMarkdown(text)) return null as unknown as Slice;
          void insertMarkdown(view, text, options);
          return Slice.empty;
        },
        transformPasted: (slice, view) => linkUrls(slice, view.state.schema),
      },
    });

    function rememberCopy(view: EditorView): boolean {
      const slice = view.state.selection.content();
      lastCopied = { text: view.serializeForClipboard(slice).text, slice };
      return false;
    }
  });

function handlePaste(
  view: EditorView,
  event: Event,
  data: DataTransfer | null,
  lastCopied: Copied,
  options: Options,
): boolean {
  if (!data || !view.editable) return false;
  const html = data.getData('text/html');
  const text = data.getData('text/plain');
  if (view.state.selection.$from.parent.type.spec.code) {
    nameLanguage(view, text, data.getData('vscode-editor-data'));
    // The editor handles plain text itself; for HTML its own parser would write into the page.
    if (text !== '' || html === '') return false;
    view.dispatch(view.state.tr.insertText(toPlainText(html)).scrollIntoView().setMeta('paste', true));
    event.preventDefault();
    return true;
  }
  const files = [...data.files];
  const isOwn = lastCopied !== null && html.includes('data-pm-slice') && lastCopied.text === text;
  if (linkSelection(view, text)) event.preventDefault();
  else if (isOwn) insert(view, lastCopied.slice);
  else if (files.length > 0 && !hasVisibleText(html))
    uploadFiles(view, files, view.state.selection.from, options, true);
  else if (html === '') return false;
  else if (isMarkdown(text) && !hasStructure(html)) void insertMarkdown(view, text, options);
  else insertHtml(view, html, text, options);
  event.preventDefault();
  return true;
}

/** Code pasted into an empty block without a language: VS Code says what it is, a first line often does. */
function nameLanguage(view: EditorView, text: string, vsCode: string): void {
  const { $from } = view.state.selection;
  if ($from.parent.content.size > 0 || $from.parent.attrs.language !== null) return;
  const [, mode = ''] = /"mode":"([^"]+)"/.exec(vsCode) ?? [];
  const language = findLanguage(mode)?.value ?? detectLanguage(text);
  if (!language) return;
  const attrs = { ...$from.parent.attrs, language, isBare: false };
  view.dispatch(view.state.tr.setNodeMarkup($from.before(), null, attrs));
}

/** An address pasted over selected text becomes its link. */
function linkSelection(view: EditorView, text: string): boolean {
  const { selection, tr, schema } = view.state;
  const [url, more] = findUrls(text);
  const isUrl = url !== undefined && more === undefined && url.text === text.trim();
  if (!isUrl || !(selection instanceof TextSelection) || selection.empty) return false;
  const link = getMarkType(schema, 'link');
  tr.removeMark(selection.from, selection.to, link).addMark(
    selection.from,
    selection.to,
    link.create({ href: url.href }),
  );
  view.dispatch(tr.scrollIntoView().setMeta('paste', true));
  return true;
}

function handleDrop(view: EditorView, event: DragEvent, options: Options): boolean {
  const data = event.dataTransfer;
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (!data || !view.editable) return false;
  const position = at?.pos ?? view.state.doc.content.size;
  const html = data.getData('text/html');
  if (data.files.length > 0) uploadFiles(view, [...data.files], position, options, false);
  else if (html !== '') {
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(position))));
    insertHtml(view, html, data.getData('text/plain'), options);
  } else return false;
  event.preventDefault();
  return true;
}

function uploadFiles(view: EditorView, files: File[], at: number, { uploads }: Options, isPaste: boolean): void {
  const acceptedFiles = files.filter((file) =>
    isPaste && file.type.startsWith('image/') ? PASTED_PICTURES.has(file.type) : isMedia(file),
  );
  if (acceptedFiles.length < files.length) {
    showToast(
      isPaste
        ? 'You can only paste JPEG, GIF, PNG, SVG or WebP images, videos, audio and files such as PDF, ZIP or CSV.'
        : 'You can only add images, videos, audio and files such as PDF, ZIP or CSV.',
      'error',
    );
  }
  uploads.start(acceptedFiles, findInsertPosition(view.state, at));
}

/** Where the HTML cannot be read, its text is inserted: `text`, or what there is to read in it. */
function insertHtml(
  view: EditorView,
  html: string,
  text: string,
  { uploads, headingLevels, takeTitle }: Options,
): void {
  let cleaned: ReturnType<typeof cleanPastedHtml>;
  let slice: Slice;
  try {
    cleaned = cleanPastedHtml(html, headingLevels);
    if (takeTitle) lowerTitles(cleaned.body, takeTitle);
    wrapAnonymousText(cleaned.body.querySelectorAll<HTMLElement>(CONTAINERS));
    slice = toSlice(view, cleaned.body, view.state.selection.$from);
  } catch {
    insertLines(view, text || (parseInertBody(neutralizeActive(html)).textContent ?? ''));
    return;
  }
  insert(view, linkUrls(slice, view.state.schema));
  if (cleaned.linked.length > 0) view.dispatch(view.state.tr.setMeta(imageOfferKey, { add: cleaned.linked }));
  uploads.start(cleaned.files, findInsertPosition(view.state, view.state.selection.from));
}

let loading: Promise<typeof import('./markdown.ts')> | undefined;

/** The parser of Markdown, loaded once. After a failure the next call tries again. */
function loadMarkdown(): Promise<typeof import('./markdown.ts')> {
  loading ??= import('./markdown.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Markdown is converted to HTML, then cleaned like it. If the parser fails or is missing, the text is inserted unchanged. */
async function insertMarkdown(view: EditorView, text: string, options: Options): Promise<void> {
  try {
    const { renderMarkdown } = await loadMarkdown();
    const html = renderMarkdown(text);
    if (!view.isDestroyed) insertHtml(view, html, text, options);
  } catch {
    if (!view.isDestroyed) insertLines(view, text);
  }
}

/** A paragraph for each line. */
function insertLines(view: EditorView, text: string): void {
  const { schema } = view.state;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const paragraphs = lines.map((line) => getNodeType(schema, 'paragraph').create(null, schema.text(line)));
  insert(view, linkUrls(Slice.maxOpen(Fragment.from(paragraphs)), schema));
  showToast('Couldn’t read the formatting. The text was pasted without it.', 'error');
}

function toSlice(view: EditorView, body: HTMLElement, context: ResolvedPos): Slice {
  const parser = DOMParser.fromSchema(view.state.schema);
  const { content } = parser.parseSlice(body, { preserveWhitespace: false, context });
  return Slice.maxOpen(content, true);
}

function insert(view: EditorView, slice: Slice): void {
  const single =
    slice.openStart === 0 && slice.openEnd === 0 && slice.content.childCount === 1 && slice.content.firstChild;
  const { tr } = view.state;
  // A link alone stays one; words without formatting get that of the text around them.
  if (single) tr.replaceSelectionWith(single, single.marks.length === 0);
  else tr.replaceSelection(slice);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
}
