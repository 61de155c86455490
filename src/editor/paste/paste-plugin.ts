import { parserCtx } from '@milkdown/kit/core';
import type { Parser } from '@milkdown/kit/transformer';
import { DOMParser, type ResolvedPos, Slice } from '@milkdown/kit/prose/model';
import { Plugin, TextSelection } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { $prose } from '@milkdown/kit/utils';
import { showToast } from '#src/lib/toast.ts';
import { wrapAnonymousText } from '#src/editor/html/from-html.ts';
import { findInsertPosition } from '#src/editor/uploads/placeholder-plugin.ts';
import type { UploadManager } from '#src/editor/uploads/upload-manager.ts';
import { cleanPastedHtml, hasVisibleText, toPlainText } from './clean-pasted-html.ts';

const PASTED_PICTURES = new Set(['image/jpeg', 'image/gif', 'image/png', 'image/svg+xml', 'image/webp']);
const isMedia = (file: File) => /^(image|video)\//.test(file.type);

/** What was copied here last: pasted again it is exactly that, without a detour by HTML. */
type Copied = { text: string; slice: Slice } | null;

type Options = { uploads: UploadManager; headingLevels: readonly number[] };

/** Paste and drop: our own slices, HTML from elsewhere, Markdown as text, files. */
export const createPastePlugin = (options: Options) =>
  $prose((ctx) => {
    let lastCopied: Copied = null;
    return new Plugin({
      props: {
        handleDOMEvents: {
          copy: (view) => rememberCopy(view),
          cut: (view) => rememberCopy(view),
          paste: (view, event) => handlePaste(view, event, event.clipboardData, lastCopied, options),
          drop: (view, event) => !view.dragging && handleDrop(view, event, options),
        },
        clipboardTextParser: (text, _$context, isPlain, view) =>
          isPlain || !isMarkdown(text) ? (null as unknown as Slice) : markdown(ctx.get(parserCtx), text, view),
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
  if (view.state.selection.$from.parent.type.spec.code) {
    // Text is what the editor takes by itself; HTML it would write into the page to read it.
    if (data.getData('text/plain') !== '' || html === '') return false;
    view.dispatch(view.state.tr.insertText(toPlainText(html)).scrollIntoView().setMeta('paste', true));
    event.preventDefault();
    return true;
  }
  const files = [...data.files];
  const isOwn = lastCopied !== null && html.includes('data-pm-slice') && lastCopied.text === data.getData('text/plain');
  if (isOwn) insert(view, lastCopied.slice);
  else if (files.length > 0 && !hasVisibleText(html))
    uploadFiles(view, files, view.state.selection.from, options, true);
  else if (html !== '') insertHtml(view, html, options);
  else return false;
  event.preventDefault();
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
    insertHtml(view, html, options);
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
        ? 'Only JPEG, GIF, PNG, SVG and WebP pictures, and videos, can be pasted.'
        : 'Only pictures and videos can be put into the text.',
      'error',
    );
  }
  uploads.start(acceptedFiles, findInsertPosition(view.state, at));
}

function insertHtml(view: EditorView, html: string, { uploads, headingLevels }: Options): void {
  const { body, files } = cleanPastedHtml(html, headingLevels);
  wrapAnonymousText(body, 'li, td, th');
  insert(view, toSlice(view, body, view.state.selection.$from));
  uploads.start(files, findInsertPosition(view.state, view.state.selection.from));
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
  if (single) tr.replaceSelectionWith(single);
  else tr.replaceSelection(slice);
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
}

const MARKDOWN_LINE = /^(#{1,6} |[-*+] |\d{1,9}\. |> |```|\|.+\|\s*$|---\s*$)/m;
const MARKDOWN_INLINE = /\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\([^)\s]+\)|`[^`\n]+`|~~\S[^~\n]*~~/;

/** Plain text that is written as Markdown, and not just text with a star in it. */
const isMarkdown = (text: string) => MARKDOWN_LINE.test(text) || MARKDOWN_INLINE.test(text);

/** Milkdown reads the Markdown. */
function markdown(parse: Parser, text: string, view: EditorView): Slice {
  const { content } = parse(text.replaceAll('\r\n', '\n'));
  const { $from } = view.state.selection;
  const isLine =
    content.childCount === 1 && content.firstChild?.type.name === 'paragraph' && $from.parent.inlineContent;
  return isLine ? new Slice(content, 1, 1) : Slice.maxOpen(content, true);
}
