import { editorViewCtx } from '@milkdown/kit/core';
import { Activity, createRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createEditor } from '#src/editor/create-editor.ts';
import { fromHtml } from '#src/editor/html/from-html.ts';
import { toHtml } from '#src/editor/html/to-html.ts';
import { fingerprintHtml } from '#src/editor/html/fingerprint.ts';
import { parseInertBody } from '#src/editor/html/inert-dom.ts';
import { UploadManager } from '#src/editor/uploads/upload-manager.ts';
import { RichTextEditor, type RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { type EditResult, editAtRandom, type EditStep } from './random-edits.ts';

export type { EditStep as Step };
export type RoundTrip = { html: string; isEqual: boolean; rawHtmlBlocks: string[] };

export type MountOptions = {
  html?: string;
  headingLevels?: number[];
  isReadOnly?: boolean;
  /** Content that is set before the editor is created. */
  earlyHtml?: string;
  /** How often the editor is hidden and shown before it is created. */
  restartCount?: number;
};

/** What the page offers to the tests. */
export type EditorPage = {
  handle: RichTextEditorHandle;
  /** Hides and shows the editor: React ends its effects and starts them again, as in strict mode. */
  restart(): void;
  changes: number;
  roundTrip(html: string): RoundTrip;
  /** Whether two texts of HTML look the same to readers. */
  isEqual(a: string, b: string): boolean;
  /** Runs edits on the HTML. Returns the result of each step. */
  edit(html: string, steps: readonly EditStep[]): EditResult[];
};

const handle = createRef<RichTextEditorHandle>();
const root = document.querySelector('main') as HTMLElement;
const mountOptions = JSON.parse(
  document.querySelector('script[type="application/json"]')?.textContent ?? '{}',
) as MountOptions;

const editor = createEditor({
  root: document.createElement('div'),
  html: () => '',
  headingLevels: [1, 2, 3],
  attributes: {},
  extraKeys: {},
  onSlashKey: () => false,
  uploads: new UploadManager(),
  isEditable: () => true,
  onUpdate: () => undefined,
});
await editor.create();
const view = editor.ctx.get(editorViewCtx);
const { schema } = view.state;

const isEqual = (a: string, b: string) =>
  fingerprintHtml(parseInertBody(a).childNodes) === fingerprintHtml(parseInertBody(b).childNodes);

const page: Omit<EditorPage, 'handle'> & { readonly handle: RichTextEditorHandle | null } = {
  get handle() {
    return handle.current;
  },
  restart() {
    render('hidden');
    render('visible');
  },
  changes: 0,
  roundTrip(input) {
    const doc = fromHtml(schema, input);
    const html = toHtml(doc);
    const rawHtmlBlocks: string[] = [];
    doc.forEach((node) => {
      if (node.type.name === 'rawHtml') rawHtmlBlocks.push(String(node.attrs.html));
    });
    doc.check();
    return { html, isEqual: isEqual(input, html), rawHtmlBlocks };
  },
  isEqual,
  edit: (html, steps) => editAtRandom(view, html, steps),
};
Object.assign(globalThis, { editorPage: page });

const reactRoot = createRoot(root);

function render(mode: 'visible' | 'hidden'): void {
  const editorElement = (
    <RichTextEditor
      ref={handle}
      label="Content"
      initialHtml={mountOptions.html ?? ''}
      headingLevels={mountOptions.headingLevels ?? [1, 2, 3]}
      isReadOnly={mountOptions.isReadOnly ?? false}
      onChange={() => {
        page.changes += 1;
      }}
    />
  );
  flushSync(() => reactRoot.render(<Activity mode={mode}>{editorElement}</Activity>));
}

render('visible');
for (let count = 0; count < (mountOptions.restartCount ?? 0); count += 1) page.restart();
if (mountOptions.earlyHtml !== undefined) handle.current?.setHtml(mountOptions.earlyHtml);
