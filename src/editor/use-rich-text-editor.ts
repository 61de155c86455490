import type { Command, EditorState } from '@milkdown/kit/prose/state';
import type { EditorView } from '@milkdown/kit/prose/view';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { createEditor } from './create-editor.ts';
import { toHtml } from '#src/editor/html/to-html.ts';
import { UploadManager } from '#src/editor/uploads/upload-manager.ts';

type Options = {
  label: string;
  initialHtml: string;
  headingLevels: readonly number[];
  onChange: () => void;
  isReadOnly?: boolean;
  describedBy?: string;
  /** Keys that open something of the screen. */
  extraKeys: () => Record<string, Command>;
};

/** Makes the editor in an element and keeps it for as long as the component lives. */
export function useRichTextEditor(options: Options) {
  const root = useRef<HTMLDivElement>(null);
  const html = useRef(options.initialHtml);
  const viewRef = useRef<EditorView | null>(null);
  const current = useRef(options);
  current.current = options;
  const [view, setView] = useState<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const uploads = useMemo(() => new UploadManager(), []);
  const slashKeys = useRef<(event: KeyboardEvent) => boolean>(() => false);

  useEffect(() => {
    let isGone = false;
    const { label, describedBy, headingLevels, extraKeys } = current.current;
    const created = createEditor({
      root: root.current as HTMLElement,
      html: html.current,
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
      isEditable: () => !current.current.isReadOnly,
      onUpdate: (updated, isChanged) => {
        setState(updated.state);
        if (isChanged) current.current.onChange();
      },
    });
    void created.then(({ view: editorView }) => {
      if (isGone) return;
      viewRef.current = editorView;
      uploads.attach(editorView);
      setView(editorView);
      setState(editorView.state);
    });
    return () => {
      isGone = true;
      html.current = serializeEditor(viewRef.current, html);
      viewRef.current = null;
      uploads.attach(null);
      void created.then(({ editor }) => editor.destroy());
    };
  }, [uploads]);

  // The view asks again whether it may be edited.
  useEffect(() => {
    view?.setProps({});
    view?.dom.setAttribute('aria-readonly', String(options.isReadOnly === true));
  }, [view, options.isReadOnly]);
  return { root, html, view, state, uploads, slashKeys };
}

export const serializeEditor = (view: EditorView | null, html: RefObject<string>) =>
  view ? toHtml(view.state.doc) : html.current;
