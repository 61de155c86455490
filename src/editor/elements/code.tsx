import { exitCode, setBlockType } from '@milkdown/kit/prose/commands';
import { textblockTypeInputRule } from '@milkdown/kit/prose/inputrules';
import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import type { Command } from '@milkdown/kit/prose/state';
import { useState } from 'react';
import { formatLanguage } from '#api/domain/code-languages.ts';
import { TITLE_MAX_LENGTH } from '#api/domain/content-elements.ts';
import { normalizeLanguage, parseLanguageClass } from '#api/domain/content-html.ts';
import { isInsideNode, setParagraph } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { serializeElement, serializeStored, serializeText } from '#src/editor/html/serialize-html.ts';
import { ContextButton, ContextField } from '#src/editor/toolbar/ContextControls.tsx';
import { LanguageDialog } from '#src/editor/toolbar/LanguageDialog.tsx';
import { type EditorElement, omitEmpty, type ToolsProps } from './element.ts';

export const code: EditorElement = {
  nodes: {
    code_block: {
      content: 'text*',
      group: 'block',
      marks: '',
      code: true,
      defining: true,
      // `isBare`: a <pre> without a <code> in it.
      attrs: { language: { default: null }, title: { default: null }, isBare: { default: false } },
      parseDOM: [
        {
          tag: 'pre',
          preserveWhitespace: 'full',
          getAttrs: (dom) => {
            const inner = dom.querySelector(':scope > code');
            return {
              language: inner && parseLanguageClass(inner.className),
              title: dom.getAttribute('data-title'),
              isBare: inner === null,
            };
          },
        },
      ],
      toDOM: ({ attrs }) => [
        'pre',
        omitEmpty({
          spellcheck: 'false',
          'data-language': attrs.language && formatLanguage(attrs.language),
          'data-title': attrs.title,
        }),
        ['code', 0],
      ],
      toHtml({ attrs: { language, title, isBare }, textContent }) {
        const inner = serializeText(textContent);
        const attributes = { class: language ? `language-${language}` : null };
        return serializeStored(
          'pre',
          { 'data-title': title },
          isBare ? inner : serializeElement('code', attributes, inner),
        );
      },
    },
  },
  actions: () => [
    {
      tag: 'pre',
      label: 'Code block',
      icon: 'm10 9-3 3 3 3M14 15l3-3-3-3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
      keys: 'Mod-Alt-c',
      menu: { group: 'Blocks', description: 'Code, in a fixed-width font', keywords: 'code block program listing' },
      group: 'block',
      command: toggleCodeBlock,
      isOn: (state) => isInsideNode(state, 'code_block'),
    },
  ],
  inputRules: [
    (schema) =>
      textblockTypeInputRule(/^```([a-z0-9+#-]{0,30})\s$/, getNodeType(schema, 'code_block'), ([, language]) => ({
        language: language || null,
      })),
  ],
  markdown: [['```', 'Code block']],
  tools: [{ name: 'code', of: (state) => isInsideNode(state, 'code_block'), Tools: CodeTools }],
};

const toggleCodeBlock: Command = (state, dispatch) =>
  state.selection.$from.parent.type.spec.code
    ? setParagraph(state, dispatch)
    : setBlockType(getNodeType(state.schema, 'code_block'))(state, dispatch);

/** The title of a block of code, and its language from a list. */
function CodeTools({ view, state, run }: ToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const { $from } = state.selection;
  const stored: string | null = $from.parent.attrs.language ?? null;
  const close = () => {
    setOpen(false);
    // After the dialog has returned the focus.
    requestAnimationFrame(() => view.focus());
  };
  const set = (attrs: Record<string, unknown>) =>
    view.dispatch(view.state.tr.setNodeMarkup($from.before(), null, { ...$from.parent.attrs, ...attrs }));
  const setLanguage = (language: string | null) => {
    set(language ? { language, isBare: false } : { language });
    close();
  };
  return (
    <>
      <ContextField
        label="Title"
        value={$from.parent.attrs.title ?? ''}
        maxLength={TITLE_MAX_LENGTH}
        placeholder="Name of the file"
        onValueChange={(title) => set({ title: title || null })}
        onDone={() => view.focus()}
      />
      <ContextButton
        label={`Language: ${stored === null ? 'Plain text' : formatLanguage(stored)}`}
        onClick={() => setOpen(true)}
      />
      <ContextButton label="Convert to text" onClick={() => run(setParagraph)} />
      <LanguageDialog isOpen={isOpen} language={stored} onChoose={setLanguage} onClose={close} />
    </>
  );
}

/** One step of indentation in code. */
const INDENT = '  ';
const EMPTY_LINES = '\n\n';

/** The third Enter at the end of a block of code leaves it, and takes the two empty lines along. */
export const exitCodeOnThirdEnter: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const { parent, parentOffset } = $from;
  const isAtEnd = parentOffset === parent.content.size;
  if (!parent.type.spec.code || !empty || !isAtEnd || !parent.textContent.endsWith(EMPTY_LINES)) return false;
  if (!dispatch || !view) return true;
  dispatch(state.tr.delete($from.pos - EMPTY_LINES.length, $from.pos));
  return exitCode(view.state, view.dispatch);
};

/** Three backticks, with or without a language, and Enter make a block of code. */
export const createCodeOnEnter: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  const [, language] = /^```([a-z0-9+#-]{0,30})$/i.exec(parent.textContent) ?? [];
  const isAtEnd = $from.parentOffset === parent.content.size;
  if (language === undefined || !empty || !isAtEnd || parent.type.name !== 'paragraph') return false;
  const code = getNodeType(state.schema, 'code_block');
  if (!$from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), code)) return false;
  const { tr } = state;
  tr.delete($from.start(), $from.end());
  tr.setBlockType($from.start(), $from.start(), code, { language: normalizeLanguage(language) || null });
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** The starts of the lines of code that are selected, as positions in the text of the block. */
function listLineStarts(code: EditorNode, from: number, to: number): number[] {
  const text = code.textContent;
  const starts = [text.lastIndexOf('\n', from - 1) + 1];
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Tab in code indents. It never leaves the text: what is typed next would overwrite a field beside it. */
export const indentCode: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection;
  if (!$from.parent.type.spec.code) return false;
  const { tr } = state;
  if (empty) tr.insertText(INDENT);
  else if ($from.sameParent($to)) {
    const starts = listLineStarts($from.parent, $from.parentOffset, $to.parentOffset);
    for (const start of starts.toReversed()) tr.insertText(INDENT, $from.start() + start);
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Shift-Tab in code takes one step of indentation away from each selected line. */
export const outdentCode: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  if (!$from.parent.type.spec.code) return false;
  const { tr } = state;
  const text = $from.parent.textContent;
  const starts = $from.sameParent($to) ? listLineStarts($from.parent, $from.parentOffset, $to.parentOffset) : [];
  for (const start of starts.toReversed()) {
    const [indentation = ''] = /^(\t| {1,2})/.exec(text.slice(start)) ?? [];
    tr.delete($from.start() + start, $from.start() + start + indentation.length);
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};
