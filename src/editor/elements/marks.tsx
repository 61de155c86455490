import { markRule } from '@milkdown/kit/prose';
import { toggleMark } from '@milkdown/kit/prose/commands';
import { hasMark } from '#src/editor/commands/blocks.ts';
import { getMarkType } from '#src/editor/mark-type.ts';
import { type EditorAction, type EditorElement, getLabel, omitEmpty } from './element.ts';

/** Switches a mark on and off. With a menu it is not in the toolbar. */
const createMarkAction = (
  name: string,
  { tag, ...action }: { tag: string } & Pick<EditorAction, 'icon' | 'keys' | 'menu'>,
): EditorAction => ({
  ...action,
  tag,
  label: getLabel(tag),
  isMenuOnly: action.menu !== undefined,
  group: 'text',
  command: (state, dispatch) => toggleMark(getMarkType(state.schema, name))(state, dispatch),
  isOn: (state) => hasMark(state, name),
});

const createMenu = (description: string, keywords: string): EditorAction['menu'] => ({
  group: 'Text',
  description,
  keywords,
});

/** What is in the toolbar. */
export const basicMarks: EditorElement = {
  marks: {
    strong: { tag: 'strong' },
    em: { tag: 'em' },
    strike: { tag: 'del' },
    code: {
      tag: 'code',
      attributes: ['class'],
      nesting: 'innermost',
      code: true,
      toDOM: ({ attrs }) => ['code', { ...omitEmpty({ class: attrs.class }), spellcheck: 'false' }, 0],
    },
  },
  actions: () => [
    createMarkAction('strong', {
      tag: 'strong',
      icon: 'M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8',
      keys: 'Mod-b',
    }),
    createMarkAction('em', { tag: 'em', icon: 'M19 4h-9M14 20H5M15 4 9 20', keys: 'Mod-i' }),
    createMarkAction('strike', {
      tag: 'del',
      icon: 'M16 4H9a3 3 0 0 0-2.83 4M14 12a4 4 0 0 1 0 8H6M4 12h16',
      keys: 'Mod-Shift-x',
    }),
    createMarkAction('code', { tag: 'code', icon: 'm16 18 6-6-6-6M8 6l-6 6 6 6', keys: 'Mod-e' }),
  ],
  inputRules: [
    (schema) => markRule(/(?<![\w*])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, getMarkType(schema, 'strong')),
    (schema) => markRule(/(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*$/, getMarkType(schema, 'em')),
    (schema) => markRule(/(?<![\w_])_([^\s_](?:[^_]*[^\s_])?)_$/, getMarkType(schema, 'em')),
    (schema) => markRule(/(?<!~)~~([^\s~](?:[^~]*[^\s~])?)~~$/, getMarkType(schema, 'strike')),
    (schema) => markRule(/(?<!`)`([^`]+)`$/, getMarkType(schema, 'code')),
  ],
  markdown: [
    ['**bold**', 'Bold'],
    ['*italic*', 'Italic'],
    ['`code`', 'Code'],
    ['~~struck~~', 'Strikethrough'],
  ],
};

/** What is in the slash menu. */
export const moreMarks: EditorElement = {
  marks: {
    highlight: { tag: 'mark' },
    superscript: { tag: 'sup', attributes: ['id'], excludes: 'subscript superscript' },
    subscript: { tag: 'sub' },
    keyboard: { tag: 'kbd' },
  },
  actions: () => [
    createMarkAction('highlight', {
      tag: 'mark',
      icon: 'm9 11-6 6v3h9l3-3M22 12l-4.6 4.6a2 2 0 0 1-2.8 0l-5.2-5.2a2 2 0 0 1 0-2.8L14 4',
      keys: 'Mod-Shift-h',
      menu: createMenu('Highlighter', 'highlight mark'),
    }),
    createMarkAction('superscript', {
      tag: 'sup',
      icon: 'm4 19 8-8M12 19 4 11M20 12h-4c0-1.5.442-2 1.5-2.5S20 8.334 20 7.002c0-.472-.17-.93-.484-1.29a2.105 2.105 0 0 0-2.617-.436c-.42.239-.738.614-.899 1.06',
      keys: 'Mod-.',
      menu: createMenu('Raised text', 'superscript sup'),
    }),
    createMarkAction('subscript', {
      tag: 'sub',
      icon: 'm4 5 8 8M12 5l-8 8M20 19h-4c0-1.5.44-2 1.5-2.5S20 15.33 20 14c0-.47-.17-.93-.48-1.29a2.11 2.11 0 0 0-2.62-.44c-.42.24-.74.62-.9 1.07',
      keys: 'Mod-,',
      menu: createMenu('Lowered text', 'subscript sub'),
    }),
    createMarkAction('keyboard', {
      tag: 'kbd',
      icon: 'M10 8h.01M12 12h.01M14 8h.01M16 12h.01M18 8h.01M6 8h.01M7 16h10M8 12h.01M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
      keys: 'Mod-Alt-k',
      menu: createMenu('A key to press', 'key keyboard kbd shortcut'),
    }),
  ],
  inputRules: [(schema) => markRule(/(?<![\w=])==([^\s=](?:[^=]*[^\s=])?)==$/, getMarkType(schema, 'highlight'))],
  markdown: [['==highlight==', 'Highlight']],
};
