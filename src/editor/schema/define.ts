import type { MarkSpec, NodeSpec } from '@milkdown/kit/prose/model';
import type { MarkSchema, NodeSchema } from '@milkdown/kit/transformer';
import { $mark, $node } from '@milkdown/kit/utils';

type FromMarkdown<Schema extends { parseMarkdown: unknown }> = Schema['parseMarkdown'];

const nothing = { match: () => false, runner: () => undefined };

/** A node of the schema. `parseMarkdown` is for text that is pasted as Markdown; what is saved is HTML. */
export function defineNode(name: string, spec: NodeSpec, parseMarkdown: FromMarkdown<NodeSchema> = nothing) {
  return $node(name, () => ({ ...spec, parseMarkdown, toMarkdown: nothing }) as NodeSchema);
}

export function defineMark(name: string, spec: MarkSpec, parseMarkdown: FromMarkdown<MarkSchema> = nothing) {
  return $mark(name, () => ({ ...spec, parseMarkdown, toMarkdown: nothing }) as MarkSchema);
}
