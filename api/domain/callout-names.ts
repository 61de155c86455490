import { CALLOUT_KINDS, type CalloutKind } from './content-elements.ts';

const ALIASES = new Map<string, CalloutKind>([
  ['caution', 'warning'],
  ['danger', 'warning'],
  ['info', 'note'],
  ['hint', 'tip'],
]);

/** The kind of a name, as `[!NOTE]` in Markdown; null for none. */
export function findCalloutKind(name: string): CalloutKind | null {
  const lower = name.toLowerCase();
  return CALLOUT_KINDS.find((kind) => kind === lower) ?? ALIASES.get(lower) ?? null;
}
