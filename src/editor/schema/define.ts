import type { MarkSpec, NodeSpec } from '@milkdown/kit/prose/model';
import type { MarkSchema, NodeSchema } from '@milkdown/kit/transformer';
import { $mark, $node } from '@milkdown/kit/utils';

/** Milkdown asks each type for its Markdown. Ours is HTML: Markdown that is pasted becomes HTML first. */
const noMarkdown = { match: () => false, runner: () => undefined };

export const defineNode = (name: string, spec: NodeSpec) =>
  $node(name, () => ({ ...spec, parseMarkdown: noMarkdown, toMarkdown: noMarkdown }) as NodeSchema);

export const defineMark = (name: string, spec: MarkSpec) =>
  $mark(name, () => ({ ...spec, parseMarkdown: noMarkdown, toMarkdown: noMarkdown }) as MarkSchema);
