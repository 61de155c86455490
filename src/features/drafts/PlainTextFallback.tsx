import { useEffect, useRef, useState } from 'react';
import { useUnsavedWarning } from '#src/ui/crud/use-unsaved-warning.ts';

type Props = {
  isEditorReady: boolean;
  /** Gets what was typed, once the editor can take it. */
  onMove: (text: string) => void;
};

/** A plain field in place of an editor that is still loading, so that what is typed after the title is in the text. */
export function PlainTextFallback({ isEditorReady, onMove }: Props) {
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
