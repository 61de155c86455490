import { schemaCtx } from '@milkdown/kit/core';
import type { Attrs, DOMOutputSpec, Mark, SchemaSpec } from '@milkdown/kit/prose/model';
import type { NodeViewConstructor } from '@milkdown/kit/prose/view';
import type { MarkSchema, NodeSchema } from '@milkdown/kit/transformer';
import { $inputRule, $mark, $node } from '@milkdown/kit/utils';
import { MARK_ELEMENTS } from '#api/domain/content-element-names.ts';
import { CONTENT_ELEMENTS, toStoredAttributes } from '#api/domain/content-elements.ts';
import { typographyRules } from '#src/editor/typography.ts';
import { type ElementMark, type ElementNode, omitEmpty, readAttributes } from './element.ts';
import { EDITOR_ELEMENTS } from './elements.ts';

const elementNodes = EDITOR_ELEMENTS.flatMap(({ nodes }) => Object.entries(nodes ?? {}));
const elementMarks = EDITOR_ELEMENTS.flatMap(({ marks }) => Object.entries(marks ?? {}));

const ORDER = { outermost: 0, between: 1, innermost: 2 };
const getOrder = ([, { nesting = 'between' }]: [string, ElementMark]) => ORDER[nesting];

const createAttrs = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { default: null }]));

function completeNode([name, spec]: [string, ElementNode]): [string, ElementNode] {
  const { tag, attributes = [] } = spec;
  if (tag === undefined) return [name, spec];
  const own: ElementNode = {
    attrs: createAttrs(attributes),
    parseDOM: [{ tag, getAttrs: (dom) => readAttributes(dom, attributes) }],
    toDOM: ({ attrs, isLeaf }) => [tag, omitEmpty(pick(attrs, attributes)), ...(isLeaf ? [] : [0])] as DOMOutputSpec,
  };
  return [name, { ...own, ...spec }];
}

const pick = (attrs: Attrs, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, attrs[name] ?? null]));

function completeMark([name, spec]: [string, ElementMark]): [string, ElementMark] {
  const { tag, attributes = [] } = spec;
  const own = {
    attrs: createAttrs([...attributes, 'depth']),
    parseDOM: [tag, ...(CONTENT_ELEMENTS.get(tag)?.aliases ?? [])].map((each) => ({
      tag: each,
      getAttrs: (dom: HTMLElement) => {
        // As they are stored, so that equal marks are one.
        const stored = toStoredAttributes(tag, readAttributes(dom, attributes)) ?? {};
        return { ...pick(stored, attributes), depth: getMarkDepth(dom) };
      },
    })),
    toDOM: ({ attrs }: Mark) => [tag, omitEmpty(pick(attrs, attributes)), 0] as DOMOutputSpec,
  };
  return [name, { ...own, ...spec }];
}

const MARKS = MARK_ELEMENTS.join(', ');

/**
 * The number of marks around an element. The editor stores marks as a set without an order; by this number `<em><a>` is
 * not written back as `<a><em>`. Typed text has none.
 */
function getMarkDepth(element: HTMLElement): number {
  let depth = 0;
  for (let at = element.parentElement; at?.matches(MARKS); at = at.parentElement) depth += 1;
  return depth;
}

/** Everything that the sanitiser of the server lets through, as nodes and marks. Of marks the first is the outermost. */
export const schemaSpec = {
  nodes: Object.fromEntries(elementNodes.map(completeNode)),
  marks: Object.fromEntries(elementMarks.toSorted((one, other) => getOrder(one) - getOrder(other)).map(completeMark)),
} satisfies SchemaSpec;

/** Milkdown asks each type for its Markdown. Ours is HTML: Markdown that is pasted becomes HTML first. */
const noMarkdown = { match: () => false, runner: () => undefined };
const asMarkdown = { parseMarkdown: noMarkdown, toMarkdown: noMarkdown };

export const contentSchema = [
  ...Object.entries(schemaSpec.nodes).map(([name, spec]) =>
    $node(name, () => ({ ...spec, ...asMarkdown }) as NodeSchema),
  ),
  ...Object.entries(schemaSpec.marks).map(([name, spec]) =>
    $mark(name, () => ({ ...spec, ...asMarkdown }) as MarkSchema),
  ),
];

/** How nodes look in the editor that are not just their element. */
export const nodeViews: Record<string, NodeViewConstructor> = Object.fromEntries(
  elementNodes.flatMap(([name, { view }]) => (view ? [[name, view]] : [])),
);

export const createInputRules = (headingLevels: readonly number[]) => [
  ...EDITOR_ELEMENTS.flatMap(({ inputRules = [] }) =>
    inputRules.map((create) => $inputRule((ctx) => create(ctx.get(schemaCtx), headingLevels))),
  ),
  ...typographyRules.map((rule) => $inputRule(() => rule)),
];
