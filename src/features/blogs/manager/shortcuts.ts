import type { Shortcut } from '#src/ui/navigation/KeyboardShortcuts.tsx';
import { createRowShortcuts, openCurrentRow } from '#src/ui/tables/row-shortcuts.ts';
import { paths } from '#src/lib/paths.ts';

/** The keys of the blog manager. */
export function createShortcuts(refs: Parameters<typeof createRowShortcuts>[0]): Shortcut[] {
  return [
    ...createRowShortcuts(refs, 'post'),
    { keys: ['n'], label: 'New post', run: () => window.location.assign(paths.addBlog) },
    { keys: ['e'], label: 'Edit the post', run: () => openCurrentRow(refs.table.current) },
  ];
}
