import { schemaCtx } from '@milkdown/kit/core';
import { markRule } from '@milkdown/kit/prose';
import { InputRule, textblockTypeInputRule, wrappingInputRule } from '@milkdown/kit/prose/inputrules';
import type { Schema } from '@milkdown/kit/prose/model';
import { TextSelection } from '@milkdown/kit/prose/state';
import { $inputRule } from '@milkdown/kit/utils';
import type { ListName } from '#src/editor/commands/lists.ts';
import { unwrapSingleParagraphs } from '#src/editor/commands/lists.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { formatImageLink } from '#api/domain/content-html.ts';
import { isOwnMedia } from '#src/editor/paste/pasted-media.ts';
import { linkTypedUrl } from './auto-link.ts';
import { normalizeLinkUrl } from './link-url.ts';
import { getMarkType } from './mark-type.ts';

/** Typed Markdown becomes its block or mark. */
export function createInputRules(headingLevels: readonly number[]) {
  const rules: ((schema: Schema) => InputRule)[] = [
    (schema) => createHeadingRule(schema, headingLevels),
    (schema) => createListRule(schema, 'bullet_list', /^\s*[-*+]\s$/),
    (schema) => createListRule(schema, 'ordered_list', /^\s*(\d{1,9})\.\s$/),
    (schema) => wrappingInputRule(/^\s*>\s$/, getNodeType(schema, 'blockquote')),
    (schema) =>
      textblockTypeInputRule(/^```([a-z0-9+#-]{0,30})\s$/, getNodeType(schema, 'code_block'), ([, language]) => ({
        language: language || null,
      })),
    createDividerRule,
    createTaskRule,
    createUrlRule,
    (schema) => markRule(/(?<![\w*])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, getMarkType(schema, 'strong')),
    (schema) => markRule(/(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*$/, getMarkType(schema, 'em')),
    (schema) => markRule(/(?<![\w_])_([^\s_](?:[^_]*[^\s_])?)_$/, getMarkType(schema, 'em')),
    (schema) => markRule(/(?<!~)~~([^\s~](?:[^~]*[^\s~])?)~~$/, getMarkType(schema, 'strike')),
    (schema) => markRule(/(?<!`)`([^`]+)`$/, getMarkType(schema, 'code')),
    createImageRule,
    createLinkRule,
  ];
  return rules.map((each) => $inputRule((ctx) => each(ctx.get(schemaCtx))));
}

function createHeadingRule(schema: Schema, levels: readonly number[]): InputRule {
  const heading = getNodeType(schema, 'heading');
  const pattern = new RegExp(`^(${levels.map((level) => '#'.repeat(level)).join('|')})\\s$`);
  return textblockTypeInputRule(pattern, heading, ([, signs = '#']) => ({ level: signs.length }));
}

/** A list joins the one above only when its number follows: a list typed from 7 starts at 7. */
function createListRule(schema: Schema, name: ListName, pattern: RegExp): InputRule {
  const parseStart = ([, number]: RegExpMatchArray) => (number && number !== '1' ? String(Number(number)) : null);
  const attrs = name === 'ordered_list' ? (match: RegExpMatchArray) => ({ start: parseStart(match) }) : null;
  const wrapping = wrappingInputRule(pattern, getNodeType(schema, name), attrs, (match, above) => {
    if (name === 'bullet_list') return true;
    return Number(match[1]) === Number(above.attrs.start ?? 1) + above.childCount;
  });
  const { handler } = wrapping as unknown as { handler: ConstructorParameters<typeof InputRule>[1] };
  return new InputRule(pattern, (state, match, start, end) => {
    const tr = typeof handler === 'function' ? handler(state, match, start, end) : null;
    return tr && unwrapSingleParagraphs(tr, state);
  });
}

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

/** `[text](address)` */
function createLinkRule(schema: Schema): InputRule {
  return new InputRule(/(?<!!)\[([^[\]]+)\]\(([^()\s]+)\)$/, (state, [, text = '', typed = ''], start, end) => {
    const href = normalizeLinkUrl(typed);
    if (!href) return null;
    const mark = getMarkType(schema, 'link').create({ href });
    return state.tr.replaceWith(start, end, schema.text(text, [mark])).removeStoredMark(mark.type);
  });
}

/** `![alt](address)`: an image of this site; another becomes a link, as in pasted text, because pages can't show it. */
function createImageRule(schema: Schema): InputRule {
  return new InputRule(/!\[([^[\]]*)\]\(([^()\s]+)\)$/, (state, [, alt = '', typed = ''], start, end) => {
    if (!isOwnMedia(typed)) {
      const href = normalizeLinkUrl(typed);
      if (!href) return null;
      const mark = getMarkType(schema, 'link').create({ href });
      return state.tr
        .replaceWith(start, end, schema.text(formatImageLink(href, alt), [mark]))
        .removeStoredMark(mark.type);
    }
    const $start = state.doc.resolve(start);
    const isAlone = $start.parent.type.name === 'paragraph' && start === $start.start() && end === $start.end();
    const figure = getNodeType(schema, 'figure').create(
      null,
      getNodeType(schema, 'figure_image').create({ src: typed, alt }),
    );
    const index = $start.index(-1);
    if (!isAlone || !$start.node(-1).canReplaceWith(index, index + 1, figure.type))
      return state.tr.replaceWith(start, end, getNodeType(schema, 'image').create({ src: typed, alt }));
    const at = $start.before();
    const tr = state.tr.replaceWith(at, $start.after(), [figure, getNodeType(schema, 'paragraph').create()]);
    return tr.setSelection(TextSelection.create(tr.doc, at + figure.nodeSize + 1));
  });
}

/** `[ ]` or `[x]` at the start of an item. */
function createTaskRule(schema: Schema): InputRule {
  return new InputRule(/^\[([ xX])?\]\s$/, (state, [, mark = ' '], start, end) => {
    if (state.doc.resolve(start).node(-1).type.name !== 'list_item') return null;
    const box = getNodeType(schema, 'checkbox').create({ isChecked: mark !== ' ' });
    return state.tr.replaceWith(start, end, [box, schema.text(' ')]);
  });
}

/** Typing a space after a URL makes it a link. */
function createUrlRule(): InputRule {
  return new InputRule(/\S\s$/, (state) => linkTypedUrl(state)?.insertText(' ') ?? null);
}
