import { useState } from 'react';
import { setParagraph } from '#src/editor/commands/blocks.ts';
import { formatLanguage } from '#src/editor/languages.ts';
import { ContextButton, type ToolsProps } from './ContextButton.tsx';
import { LanguageDialog } from './LanguageDialog.tsx';

/** The language of a block of code, from a list. */
export function CodeTools({ view, state, run }: ToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const { $from } = state.selection;
  const stored: string | null = $from.parent.attrs.language ?? null;
  const close = () => {
    setOpen(false);
    // After the dialog has returned the focus.
    requestAnimationFrame(() => view.focus());
  };
  const setLanguage = (language: string | null) => {
    const attrs = { ...$from.parent.attrs, language, ...(language && { isBare: false }) };
    view.dispatch(view.state.tr.setNodeMarkup($from.before(), null, attrs));
    close();
  };
  return (
    <>
      <ContextButton
        label={`Language: ${stored === null ? 'Plain text' : formatLanguage(stored)}`}
        onClick={() => setOpen(true)}
      />
      <ContextButton label="Convert to text" onClick={() => run(setParagraph)} />
      <LanguageDialog isOpen={isOpen} language={stored} onChoose={setLanguage} onClose={close} />
    </>
  );
}
