import type { EditorView } from '@milkdown/kit/prose/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { createEditor } from './create-editor.ts';
import { replaceHtml } from './replace-html.ts';
import { toHtml } from './html/to-html.ts';
import { jumpTo, type JumpTarget } from './jump-to.ts';

export type RichTextEditorHandle = {
  getHtml(): string;
  /** Replaces everything; one undo brings back what was there. */
  setHtml(html: string): void;
  focus(): void;
  jumpTo(target: JumpTarget): void;
  isUploading(): boolean;
  /** Resolves when no upload is under way any more. */
  whenUploaded(): Promise<void>;
};

type Props = {
  label: string;
  initialHtml: string;
  headingLevels: readonly number[];
  /** Something changed; `getHtml` tells what. */
  onChange(): void;
  isReadOnly?: boolean;
  describedBy?: string;
  ref?: Ref<RichTextEditorHandle>;
};

/** Rich text that goes in and comes out as HTML. Load it lazily: it brings Milkdown along. */
export function RichTextEditor(props: Props) {
  const { ref } = props;
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const html = useRef(props.initialHtml);
  const current = useRef(props);
  current.current = props;

  useEffect(() => {
    let isGone = false;
    const { label, describedBy, headingLevels } = current.current;
    const created = createEditor({
      root: frame.current as HTMLElement,
      html: html.current,
      headingLevels,
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        class: 'prose',
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
      isEditable: () => !current.current.isReadOnly,
      onUpdate: (_view, isChanged) => isChanged && current.current.onChange(),
    }).then((made) => {
      if (!isGone) view.current = made.view;
      return made.editor;
    });
    return () => {
      isGone = true;
      if (view.current) html.current = toHtml(view.current.state.doc);
      view.current = null;
      void created.then((editor) => editor.destroy());
    };
  }, []);

  useImperativeHandle(ref, () => ({
    getHtml: () => (view.current ? toHtml(view.current.state.doc) : html.current),
    setHtml(next) {
      if (view.current) replaceHtml(view.current, next);
      else html.current = next;
    },
    focus: () => view.current?.focus(),
    jumpTo: (target) => view.current && jumpTo(view.current, target),
    isUploading: () => false,
    whenUploaded: () => Promise.resolve(),
  }));

  return <div className="editor-frame" ref={frame} />;
}
