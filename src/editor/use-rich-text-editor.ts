import { type Editor, EditorStatus, editorViewCtx } from '@milkdown/kit/core';
import type { Command, EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { useEditor } from '@milkdown/react';
import { type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { createEditor } from './create-editor.ts';
import { toHtml } from '#src/editor/html/to-html.ts';
import { getSlashQuery } from '#src/editor/slash/slash-plugin.ts';
import { UploadManager } from '#src/editor/uploads/upload-manager.ts';

type Options = {
  label: string;
  initialHtml: string;
  headingLevels: readonly number[];
  onChange: () => void;
  takeTitle?: (text: string) => boolean;
  isReadOnly?: boolean;
  describedBy?: string;
  /** Keys that open something of the screen. */
  extraKeys: () => Record<string, Command>;
};

/** The editor of the nearest `MilkdownProvider`: created in its `<Milkdown />`, and destroyed with it. */
export function useRichTextEditor(options: Options) {
  const html = useRef(options.initialHtml);
  const viewRef = useRef<EditorView | null>(null);
  // In strict mode an earlier editor is still being created or destroyed beside this one.
  const latestEditor = useRef<Editor | null>(null);
  const current = useRef(options);
  current.current = options;
  const [view, setView] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const uploads = useMemo(() => new UploadManager(), []);
  const slashKeys = useRef<(event: KeyboardEvent) => boolean>(() => false);

  useEditor((root) => {
    const { label, describedBy, headingLevels, extraKeys } = current.current;
    const editor = createEditor({
      root,
      html: () => html.current,
      headingLevels,
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        tabindex: '0',
        class: 'prose',
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
      extraKeys: extraKeys(),
      onSlashKey: (event) => slashKeys.current(event),
      uploads,
      takeTitle: current.current.takeTitle && ((text) => current.current.takeTitle?.(text) ?? false),
      isEditable: () => !current.current.isReadOnly,
      onUpdate: (updated, before) => {
        if (latestEditor.current !== editor) return;
        const showState = () => setState(updated.state);
        if (isTyping(updated, before)) startTransition(showState);
        else showState();
        if (before.doc !== updated.state.doc) current.current.onChange();
      },
    });
    latestEditor.current = editor;
    return editor.onStatusChange((status) => {
      if (status !== EditorStatus.Created || latestEditor.current !== editor) return;
      const created = editor.ctx.get(editorViewCtx);
      viewRef.current = created;
      hideSelectionFromReact(created.dom);
      uploads.attach(created);
      setView(created);
      setState(created.state);
    });
  });

  useEffect(
    () => () => {
      latestEditor.current = null;
      html.current = serializeEditor(viewRef.current, html);
      viewRef.current = null;
      uploads.attach(null);
    },
    [uploads],
  );

  // New props make the view read `editable` again.
  useEffect(() => {
    view?.setProps({});
    view?.dom.setAttribute('aria-readonly', String(options.isReadOnly === true));
  }, [view, options.isReadOnly]);
  return { html, view, state, uploads, slashKeys };
}

/**
 * When React commits, it reads the selection of a focused element whose `contentEditable` is 'true', counting from the start
 * of its text: milliseconds in a long one, for every change on the screen. ProseMirror keeps the selection by itself.
 */
const hideSelectionFromReact = (text: HTMLElement) =>
  Object.defineProperty(text, 'contentEditable', { configurable: true, value: 'inherit' });

/** Text typed into the same kind of block: no tool changes but for its buttons, which follow after the frame that shows the key. */
function isTyping(view: EditorView, before: EditorState): boolean {
  const [{ $from: old }, { $from, empty }] = [before.selection, view.state.selection];
  const isSamePlace =
    before.selection.empty && empty && old.depth === $from.depth && old.parent.type === $from.parent.type;
  const isSlashMenuOpen = getSlashQuery(before) !== null || getSlashQuery(view.state) !== null;
  return before.doc !== view.state.doc && isSamePlace && !isSlashMenuOpen && view.hasFocus();
}

export const serializeEditor = (view: EditorView | null, html: RefObject<string>) =>
  view ? toHtml(view.state.doc) : html.current;
