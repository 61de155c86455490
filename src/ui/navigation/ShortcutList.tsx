const NAMES: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
};

/** A letter as it is printed on its key. */
const formatKey = (key: string) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);

export type ShortcutKeys = { keys: readonly string[]; label: string };

/** Those of the frame of the admin screens: the command menu, and `G` with the letter of a link in its navigation. */
function listFrameShortcuts(): ShortcutKeys[] {
  const links = [...document.querySelectorAll<HTMLElement>('li:not([hidden]) > [data-shortcut]')];
  if (links.length === 0) return [];
  const screens = links.map((link) => ({
    keys: ['g', link.dataset.shortcut ?? ''],
    label: `Go to: ${link.title}`,
  }));
  return [
    { keys: ['Ctrl K'], label: 'Search or go to' },
    { keys: ['Ctrl Z'], label: 'Undo, while a message offers it' },
    ...screens,
  ];
}

/** The shortcuts of a screen, then those that work on every screen. */
export function ShortcutList({ items }: { items: readonly ShortcutKeys[] }) {
  const all = [...items, ...listFrameShortcuts(), { keys: ['?'], label: 'Show this list' }];
  return (
    <dl className="shortcuts">
      {all.map(({ keys, label }) => (
        <div key={label}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{formatKey(key)}</kbd>
            ))}
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}
