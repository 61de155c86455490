import type { Node as EditorNode } from '@milkdown/kit/prose/model';
import type { NodeView } from '@milkdown/kit/prose/view';
import { getSelectedNode, setAttributes } from '#src/editor/commands/blocks.ts';
import { normalizeLinkUrl } from '#src/editor/link-url.ts';
import { ContextButton, ContextField } from '#src/editor/toolbar/ContextControls.tsx';
import { BlockActions, useNewBlockFields } from './block-tools.tsx';
import type { EditorElement, ToolsProps } from './element.ts';
import { insertLinkBlock, readLinkBlock, writeLinkBlock } from './link-block.ts';
import { selectable } from './selectable-view.ts';

/** A link that stands out, on a line of its own. It is stored as a paragraph with the link, which is what feeds show. */
export const button: EditorElement = {
  nodes: {
    button: {
      group: 'block',
      atom: true,
      draggable: true,
      attrs: { text: { default: '' }, href: { default: '' }, look: { default: 'button' } },
      leafText: ({ attrs: { text } }) => text,
      parseDOM: [{ tag: 'p[data-block$="button"]', priority: 60, getAttrs: readButton }],
      toDOM: ({ attrs: { look, text } }) => ['p', { 'data-block': look }, ['a', text]],
      toHtml: ({ attrs: { text, href, look } }) => writeLinkBlock(look, text, href),
      view: selectable(createButtonView),
    },
  },
  actions: () => [
    {
      tag: 'p',
      label: 'Button',
      icon: 'M14 4.1 12 6M5.1 8l-2.9-.8M6 12l-1.9 2M7.2 2.2 8 5.1M9.037 9.69a.498.498 0 0 1 .653-.653l11 4.5a.5.5 0 0 1-.074.949l-4.349 1.041a1 1 0 0 0-.74.739l-1.04 4.35a.5.5 0 0 1-.95.074z',
      menu: {
        group: 'Blocks',
        description: 'A link that stands out',
        keywords: 'button link call to action sign up',
      },
      group: 'insert',
      isMenuOnly: true,
      command: insertLinkBlock('button'),
    },
  ],
  tools: [{ name: 'button', of: ['button'], Tools: ButtonTools }],
};

function readButton(dom: HTMLElement) {
  const read = readLinkBlock(dom);
  return read && { ...read, look: dom.dataset.block };
}

const LOOKS = { Primary: 'button', Quiet: 'quiet-button' };

function ButtonTools({ view, state, run }: ToolsProps) {
  const node = getSelectedNode(state);
  const fields = useNewBlockFields(node?.attrs.text === '' && node.attrs.href === '');
  if (!node) return null;
  const { text, href, look } = node.attrs;
  const set = (attrs: Record<string, unknown>) => setAttributes(attrs)(view.state, view.dispatch);
  const isWrong = href !== '' && normalizeLinkUrl(href) === null;
  return (
    <>
      <div ref={fields} className="editor-fields">
        <ContextField
          label="Text"
          value={text}
          maxLength={100}
          placeholder="What it says"
          onValueChange={(value) => set({ text: value })}
          onDone={() => fields.current?.querySelectorAll('input')[1]?.focus()}
        />
        <ContextField
          label="Link"
          value={href}
          inputMode="url"
          placeholder="/pricing or example.com"
          aria-invalid={isWrong}
          onValueChange={(value) => set({ href: value })}
          onDone={() => view.focus()}
        />
      </div>
      {Object.entries(LOOKS).map(([label, each]) => (
        <ContextButton
          key={each}
          label={label}
          isOn={look === each}
          onClick={() => run(setAttributes({ look: each }))}
        />
      ))}
      <BlockActions run={run} />
    </>
  );
}

/** As on the page; what is missing is said. */
function createButtonView(node: EditorNode): NodeView {
  const dom = document.createElement('p');
  dom.className = 'button-block';
  const show = ({ attrs: { text, href, look } }: EditorNode) => {
    dom.dataset.block = look;
    const link = document.createElement('a');
    link.textContent = text || 'Button';
    const note = document.createElement('span');
    note.className = 'button-note';
    const isLinked = normalizeLinkUrl(href) !== null;
    note.textContent = text === '' ? 'Not on the page until it has a text' : 'No link yet';
    dom.replaceChildren(link, ...(isLinked && text !== '' ? [] : [note]));
  };
  show(node);
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      show(next);
      return true;
    },
    ignoreMutation: () => true,
  };
}
