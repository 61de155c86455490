import { useEffect, useRef } from 'react';
import type { RichTextField } from '#api/domain/fields.ts';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { useCode } from '#src/lib/use-code.ts';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import type { FormFieldProps } from '#src/ui/fields/form-fields.ts';

const loadEditor = () => import('#src/editor/RichTextEditor.tsx');
/** Below the title of the section. */
const HEADING_LEVELS = [2, 3, 4];

/** Formatted text of a section: the editor of posts, loaded when a section has some. */
export function RichTextInput({ field, path, value, faults, onChange }: FormFieldProps<RichTextField>) {
  const html = String(value);
  const { state, reload } = useCode(loadEditor);
  const editor = useRef<RichTextEditorHandle>(null);
  /** What the editor holds, as far as this form knows. */
  const known = useRef(html);
  useEffect(() => {
    // Changed by an Undo, by an earlier version or by somebody else: not by typing here.
    if (html === known.current) return;
    known.current = html;
    editor.current?.updateHtml(html);
  }, [html]);
  const error = faults.get(path);
  const errorId = `${path}-error`;
  return (
    <div className="field content-field rich-field" data-field={path}>
      <span className="field-label">{field.label}</span>
      {field.hint && <p className="field-hint">{field.hint}</p>}
      {state.status === 'loading' && <span className="skeleton content-skeleton" />}
      {state.status === 'failed' && (
        <ErrorPanel message="Couldn’t load the editor. Your text is safe." onRetry={reload} />
      )}
      {state.status === 'loaded' && (
        <state.value.RichTextEditor
          ref={editor}
          label={field.label}
          headingLevels={HEADING_LEVELS}
          initialHtml={html}
          onChange={() => {
            const next = editor.current?.getHtml() ?? '';
            if (next === known.current) return;
            known.current = next;
            onChange(next);
          }}
          {...(error && { describedBy: errorId })}
        />
      )}
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
