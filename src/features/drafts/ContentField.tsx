import { type RefObject, useEffect, useState, useRef } from 'react';
import type { RichTextEditorHandle } from '#src/editor/RichTextEditor.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { useCode } from '#src/lib/use-code.ts';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';

type Props = {
  headingLevels: readonly number[];
  initialHtml: () => string;
  onChange: () => void;
  /** As in the editor. */
  takeTitle: (text: string) => boolean;
  /** Each further one puts the cursor into the text, also while the editor is still loading. */
  focusRequests: number;
  error?: string | undefined;
  ref: RefObject<RichTextEditorHandle | null>;
};

type EditorModule = typeof import('#src/editor/RichTextEditor.tsx');

let loadedEditor: EditorModule | null = null;

export async function loadEditor(): Promise<EditorModule> {
  loadedEditor = await import('#src/editor/RichTextEditor.tsx');
  return loadedEditor;
}

/** The rich text editor, loaded after the screen: it is most of its weight. */
export function ContentField({ headingLevels, initialHtml, onChange, takeTitle, focusRequests, error, ref }: Props) {
  // Code that is loaded already is used in the first render: a query would show a skeleton for a frame.
  const [loadedBefore] = useState(loadedEditor);
  const { state, reload } = useCode(loadedBefore ? null : loadEditor);
  const editorModule = loadedBefore ?? (state.status === 'loaded' ? state.value : null);
  const [isReady, setReady] = useState(false);
  /** The editor is ready, and has what was typed before. */
  const [isInUse, setInUse] = useState(false);
  useEffect(() => {
    if (isInUse && focusRequests > 0) ref.current?.focus();
  }, [isInUse, focusRequests, ref]);
  return (
    <div className="field content-field">
      {focusRequests > 0 && !isInUse && (
        <PlainTextFallback
          isEditorReady={isReady}
          onMove={(text) => {
            if (text) ref.current?.insertText(text);
            setInUse(true);
          }}
        />
      )}
      {!editorModule && state.status === 'loading' && <span className="skeleton content-skeleton" />}
      {state.status === 'failed' && (
        <ErrorPanel message="Couldn’t load the editor. Your text is safe." onRetry={reload} />
      )}
      {editorModule && (
        <editorModule.RichTextEditor
          ref={ref}
          label="Content"
          growsWithText
          headingLevels={headingLevels}
          initialHtml={initialHtml()}
          onChange={onChange}
          takeTitle={takeTitle}
          onReady={() => {
            setReady(true);
            if (focusRequests === 0) setInUse(true);
          }}
          {...(error && { describedBy: 'content-error' })}
        />
      )}
      {error && (
        <p className="field-error" id="content-error">
          {error}
        </p>
      )}
    </div>
  );
}

type PlainTextFallbackProps = {
  isEditorReady: boolean;
  /** Gets what was typed, once the editor can take it. */
  onMove: (text: string) => void;
};

/** A plain field in place of an editor that is still loading, so that what is typed after the title is in the text. */
function PlainTextFallback({ isEditorReady, onMove }: PlainTextFallbackProps) {
  const [text, setText] = useState('');
  const [isComposing, setComposing] = useState(false);
  useUnsavedWarning(text !== '');
  const move = useRef(onMove);
  move.current = onMove;
  // Removing a field in which a word is being composed would lose the word.
  const isMovable = isEditorReady && !isComposing;
  useEffect(() => {
    if (isMovable) move.current(text);
  }, [isMovable, text]);
  return (
    <textarea
      className="plain-text-fallback prose"
      aria-label="Start of the text"
      rows={4}
      // biome-ignore lint/a11y/noAutofocus: Enter in the title leads here
      autoFocus
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    />
  );
}
