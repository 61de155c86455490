import { setBlockType } from '@milkdown/kit/prose/commands';
import { InputRule, textblockTypeInputRule, wrappingInputRule } from '@milkdown/kit/prose/inputrules';
import type { Schema } from '@milkdown/kit/prose/model';
import { type Command, type EditorState, TextSelection } from '@milkdown/kit/prose/state';
import { insertBlock, isInsideNode, setParagraph, toggleWrap } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { writeInline } from '#src/editor/html/to-html.ts';
import { type EditorAction, type EditorElement, getLabel } from './element.ts';

/** The document and its text. A text begins with a paragraph: the first block of the schema is the default. */
export const text: EditorElement = {
  nodes: {
    doc: { content: '(block | plain | rawHtml)+' },
    paragraph: {
      tag: 'p',
      content: 'inline*',
      group: 'block',
      // A filler gives the cursor a place; while it is empty, it is not part of the content.
      attrs: { isFiller: { default: false } },
    },
    // Text in its container without a paragraph around it, as in `<li>text</li>`.
    plain: {
      content: 'inline*',
      parseDOM: [{ tag: 'div[data-plain]' }],
      toDOM: () => ['div', { class: 'plain', 'data-plain': '' }, 0],
      toHtml: ({ content }) => writeInline(content),
    },
    hard_break: {
      tag: 'br',
      inline: true,
      group: 'inline',
      selectable: false,
      linebreakReplacement: true,
    },
    text: { group: 'inline' },
  },
  actions: () => [
    {
      tag: 'p',
      label: 'Text',
      icon: 'M13 4v16M17 4v16M19 4H9.5a4.5 4.5 0 0 0 0 9H13',
      keys: 'Mod-Alt-0',
      menu: { group: 'Text', description: 'A plain paragraph', keywords: 'text paragraph plain' },
      group: 'block',
      command: setParagraph,
      isOn: (state) => ['paragraph', 'plain'].includes(state.selection.$from.parent.type.name),
    },
  ],
};

/** The drawing and the description of each level. */
const LEVELS: Record<number, [icon: string, description: string]> = {
  1: ['M4 12h8M4 18V6M12 18V6M17 12l3-2v8', 'The largest heading'],
  2: ['M4 12h8M4 18V6M12 18V6M21 18h-4c0-4 4-3 4-6 0-1.5-2-2.5-4-1', 'A section'],
  3: [
    'M4 12h8M4 18V6M12 18V6M17.5 10.5c1.7-1 3.5 0 3.5 1.5a2 2 0 0 1-2 2M17 17.5c2 1.5 4 .3 4-1.5a2 2 0 0 0-2-2',
    'A part of a section',
  ],
  4: ['M12 18V6M17 10v3a1 1 0 0 0 1 1h3M21 10v8M4 12h8M4 18V6', 'A smaller heading'],
  5: [
    'M4 12h8M4 18V6M12 18V6M17 13v-3h4M17 17.7c.4.2.8.3 1.3.3 1.5 0 2.7-1.1 2.7-2.5S19.8 13 18.3 13H17',
    'A smaller heading',
  ],
  6: ['M4 12h8M4 18V6M12 18V6M17 16a2 2 0 1 0 4 0 2 2 0 1 0-4 0M20 10c-2 2-3 3.5-3 6', 'The smallest heading'],
};

export const heading: EditorElement = {
  nodes: {
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
  },
  actions: (levels) =>
    levels.map((level): EditorAction => {
      const [icon = '', description = ''] = LEVELS[level] ?? [];
      return {
        tag: `h${level}`,
        label: getLabel(`h${level}`),
        icon,
        keys: `Mod-Alt-${level}`,
        menu: { group: 'Text', description, keywords: `heading title h${level} ${level}` },
        group: 'block',
        command: toggleHeading(level),
        isOn: (state) => isHeading(state, level),
      };
    }),
  inputRules: [
    (schema, levels) =>
      textblockTypeInputRule(
        new RegExp(`^(${levels.map((level) => '#'.repeat(level)).join('|')})\\s$`),
        getNodeType(schema, 'heading'),
        ([, signs = '#']) => ({ level: signs.length }),
      ),
  ],
  markdown: [['# ', 'Heading']],
};

function isHeading({ selection }: EditorState, level: number): boolean {
  const { parent } = selection.$from;
  return parent.type.name === 'heading' && parent.attrs.level === level;
}

/** A heading of this level, or a paragraph again if it is one. */
const toggleHeading =
  (level: number): Command =>
  (state, dispatch) =>
    isHeading(state, level)
      ? setParagraph(state, dispatch)
      : setBlockType(getNodeType(state.schema, 'heading'), { level })(state, dispatch);

export const quote: EditorElement = {
  nodes: { blockquote: { tag: 'blockquote', content: '(block | plain)+', group: 'block', defining: true } },
  actions: () => [
    {
      tag: 'blockquote',
      label: getLabel('blockquote'),
      icon: 'M16 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2zM5 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z',
      keys: 'Mod-Shift-9',
      menu: { group: 'Text', description: 'Someone else’s words', keywords: 'quote blockquote citation' },
      group: 'block',
      command: toggleWrap('blockquote'),
      isOn: (state) => isInsideNode(state, 'blockquote'),
    },
  ],
  inputRules: [(schema) => wrappingInputRule(/^\s*>\s$/, getNodeType(schema, 'blockquote'))],
  markdown: [['> ', 'Quote']],
};

export const divider: EditorElement = {
  nodes: { rule: { tag: 'hr', group: 'block' } },
  actions: () => [
    {
      tag: 'hr',
      label: getLabel('hr'),
      icon: 'M5 12h14',
      menu: { group: 'Blocks', description: 'A line across the page', keywords: 'divider rule line hr' },
      group: 'insert',
      command: (state, dispatch) => insertBlock(state, getNodeType(state.schema, 'rule').create(), dispatch),
    },
  ],
  inputRules: [createDividerRule],
  markdown: [['---', 'Divider']],
};

/** `---` on a line of its own. */
function createDividerRule(schema: Schema): InputRule {
  return new InputRule(/^(?:---|—-)$/, (state, _match, start, end) => {
    const $start = state.doc.resolve(start);
    const parent = $start.node(-1);
    const at = $start.before();
    if (!parent.canReplaceWith($start.index(-1), $start.index(-1), getNodeType(schema, 'rule'))) return null;
    const tr = state.tr.delete(start, end).insert(at, getNodeType(schema, 'rule').create());
    return tr.setSelection(TextSelection.near(tr.doc.resolve(tr.mapping.map(start))));
  });
}
