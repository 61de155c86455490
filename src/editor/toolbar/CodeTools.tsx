import { normalizeLanguage } from '#api/domain/content-html.ts';
import { setParagraph } from '#src/editor/commands/blocks.ts';
import { ContextButton, type ToolsProps } from './ContextButton.tsx';
import { ContextField } from './ContextField.tsx';

const LANGUAGES = [
  'bash',
  'css',
  'diff',
  'html',
  'javascript',
  'json',
  'markdown',
  'python',
  'sql',
  'typescript',
  'xml',
  'yaml',
];

/** The language of a block of code, any that is a word. */
export function CodeTools({ view, state, run }: ToolsProps) {
  const { $from } = state.selection;
  const setLanguage = (input: string) => {
    const language = normalizeLanguage(input.replace(/[^a-z0-9+#-]/gi, '').slice(0, 30));
    const attrs = { ...$from.parent.attrs, language, ...(language && { isBare: false }) };
    view.dispatch(view.state.tr.setNodeMarkup($from.before(), null, attrs));
  };
  return (
    <>
      <ContextField
        label="Language"
        choices={LANGUAGES}
        value={$from.parent.attrs.language ?? ''}
        placeholder="Plain text"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onValueChange={setLanguage}
        onDone={() => view.focus()}
      />
      <ContextButton label="Convert to text" onClick={() => run(setParagraph)} />
    </>
  );
}
