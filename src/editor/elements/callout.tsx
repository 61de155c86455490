import { lift } from '@milkdown/kit/prose/commands';
import { InputRule } from '@milkdown/kit/prose/inputrules';
import type { Node as EditorNode, Schema } from '@milkdown/kit/prose/model';
import type { Command, EditorState } from '@milkdown/kit/prose/state';
import { CALLOUT_KINDS, type CalloutKind } from '#api/domain/content-elements.ts';
import { isInsideNode, toggleWrap } from '#src/editor/commands/blocks.ts';
import { getNodeType } from '#src/editor/html/from-html.ts';
import { ContextButton } from '#src/editor/toolbar/ContextControls.tsx';
import { findCalloutKind } from '#api/domain/callout-names.ts';
import { type EditorElement, getLabel, type ToolsProps } from './element.ts';

/** What readers should not miss. Its kind is said by a sign and a word, which pages write before its text. */
export const callout: EditorElement = {
  nodes: {
    callout: {
      tag: 'aside',
      content: '(block | plain)+',
      group: 'block',
      defining: true,
      attrs: { kind: { default: 'note' } },
      parseDOM: [{ tag: 'aside', getAttrs: (dom) => ({ kind: findCalloutKind(dom.dataset.callout ?? '') ?? 'note' }) }],
      // Not stored: pages add the role themselves. Without one each is a landmark.
      toDOM: ({ attrs: { kind } }) => ['aside', { 'data-callout': kind, role: 'note' }, 0],
    },
  },
  actions: () => [
    {
      tag: 'aside',
      label: getLabel('aside'),
      icon: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 16v-4M12 8h.01',
      menu: {
        group: 'Blocks',
        description: 'A note, tip or warning',
        keywords: 'callout note tip important warning hint info admonition aside',
      },
      group: 'block',
      isMenuOnly: true,
      command: toggleWrap('callout'),
      isOn: (state) => isInsideNode(state, 'callout'),
    },
  ],
  inputRules: [createCalloutRule],
  markdown: [['> [!tip]', 'Callout']],
  tools: [{ name: 'callout', of: (state) => findCallout(state) !== null, Tools: CalloutTools }],
};

/** `[!tip]` at the start of a quote. */
function createCalloutRule(schema: Schema): InputRule {
  return new InputRule(/^\[!([a-z]+)\]$/i, (state, [, name = ''], start, end) => {
    const kind = findCalloutKind(name);
    const $start = state.doc.resolve(start);
    const quote = $start.depth > 0 ? $start.node(-1) : null;
    if (!kind || quote?.type.name !== 'blockquote' || $start.index(-1) > 0) return null;
    const at = $start.before(-1);
    return state.tr.delete(start, end).setNodeMarkup(at, getNodeType(schema, 'callout'), { kind });
  });
}

/** The callout that the cursor is in. */
function findCallout({ selection: { $from } }: EditorState): { node: EditorNode; pos: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name === 'callout') return { node: $from.node(depth), pos: $from.before(depth) };
  }
  return null;
}

export const setCalloutKind =
  (kind: CalloutKind): Command =>
  (state, dispatch) => {
    const found = findCallout(state);
    if (found) dispatch?.(state.tr.setNodeMarkup(found.pos, null, { kind }));
    return found !== null;
  };

const toLabel = (kind: CalloutKind) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

function CalloutTools({ state, run }: ToolsProps) {
  const kind = findCallout(state)?.node.attrs.kind;
  return (
    <>
      {CALLOUT_KINDS.map((each) => (
        <ContextButton
          key={each}
          label={toLabel(each)}
          isOn={kind === each}
          onClick={() => run(setCalloutKind(each))}
        />
      ))}
      <ContextButton label="Remove callout" isOff={!lift(state)} onClick={() => run(lift)} />
    </>
  );
}
