import { RECENT_COMMANDS_KEY } from '#src/lib/store-session.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import type { Command } from './commands.ts';

const RECENT_MAX = 5;
/** Screens and actions are in the menu anyway. */
const KEPT_GROUPS = ['Recent', 'Posts', 'Documents', 'Publications', 'Users'];

/** Posts, documents, publications and users that were opened from the menu, the newest first. */
export const listRecentCommands = (): Command[] => readStoredJson<Command[]>('localStorage', RECENT_COMMANDS_KEY) ?? [];

export function storeRecentCommand(command: Command): void {
  if (!('href' in command) || !KEPT_GROUPS.includes(command.group) || command.isList) return;
  const { id, label, icon, cover, href } = command;
  const others = listRecentCommands().filter((each) => each.id !== id);
  // Without its status, which will have changed.
  const recent = { id, group: 'Recent', label, icon, cover, href };
  storeJson('localStorage', RECENT_COMMANDS_KEY, [recent, ...others].slice(0, RECENT_MAX));
}
