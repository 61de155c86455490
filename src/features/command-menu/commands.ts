import { normalizeForSearch } from '#src/lib/highlight.ts';
import type { OverviewSearchResultJson } from '#api/features/overview/overview.contract.ts';
import type { IconName } from '#src/ui/icons/icon-names.ts';

export type CommandGroup = 'Recent' | 'Posts' | 'Documents' | 'Publications' | 'Users' | 'Go to' | 'Do';

/** One entry of the command menu: it leads to `href`, or runs. */
export type Command = {
  id: string;
  group: CommandGroup;
  label: string;
  icon: IconName;
  /** Shown in place of the icon. */
  cover?: OverviewSearchResultJson['cover'];
  /** Beside the label, quieter. */
  note?: string;
  /** Leads to a list of what was found. */
  isList?: boolean;
  /** The keys that do the same without the menu. */
  keys?: readonly string[];
} & ({ href: string } | { run: () => void });

const GROUP_ORDER: readonly CommandGroup[] = ['Recent', 'Posts', 'Documents', 'Publications', 'Users', 'Go to', 'Do'];

/** The commands with every word of the query in their label or their note. */
export function filterCommands(commands: readonly Command[], query: string): Command[] {
  const words = normalizeForSearch(query).split(/\s+/).filter(Boolean);
  return commands.filter(({ label, note = '' }) => {
    const text = normalizeForSearch(`${label} ${note}`);
    return words.every((word) => text.includes(word));
  });
}

/** Groups in their order, without empty ones; screens and actions whose name begins with the query come first. */
export function groupCommands(
  commands: readonly Command[],
  query: string,
): { group: CommandGroup; commands: Command[] }[] {
  const start = normalizeForSearch(query);
  const isNamed = ({ group, label }: Command) =>
    start !== '' && (group === 'Go to' || group === 'Do') && normalizeForSearch(label).startsWith(start);
  const groups = GROUP_ORDER.map((group) => ({ group, commands: commands.filter((each) => each.group === group) }));
  const [named, others] = [true, false].map((wanted) =>
    groups.filter(({ commands: found }) => found.length > 0 && found.some(isNamed) === wanted),
  );
  return [...(named ?? []), ...(others ?? [])];
}
