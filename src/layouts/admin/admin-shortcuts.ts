import { loadCode } from '#src/lib/load-code.ts';
import { showToast } from '#src/lib/toast.ts';
import { listCommands } from './admin-commands.ts';

/** How long `G` waits for the letter of a screen (ms). */
const SEQUENCE_MS = 1_500;
const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

const isDialogOpen = () => document.querySelector('dialog[open]') !== null;
const loadMenu = () => loadCode(() => import('#src/features/command-menu/open-command-menu.tsx'));

/** What is typed while the menu loads; null while it doesn't. */
let typedEarly: string | null = null;

async function openMenu(): Promise<void> {
  if (typedEarly !== null) return;
  typedEarly = '';
  document.querySelector<HTMLDialogElement>('#admin_drawer')?.close();
  try {
    const { openCommandMenu } = await loadMenu();
    openCommandMenu(
      listCommands(() => void openShortcuts()),
      typedEarly,
    );
  } catch {
    showToast('Couldn’t load the menu. The server isn’t responding.', 'error');
  } finally {
    typedEarly = null;
  }
}

/** A screen with shortcuts of its own lists them with those of the frame. */
async function openShortcuts(): Promise<void> {
  const ofScreen = document.querySelector<HTMLElement>('[data-screen-shortcuts]');
  if (ofScreen) return ofScreen.click();
  try {
    (await loadMenu()).openShortcutList();
  } catch {
    showToast('Couldn’t load the shortcuts. The server isn’t responding.', 'error');
  }
}

for (const button of document.querySelectorAll('[data-command-menu]')) {
  button.addEventListener('click', () => void openMenu());
}
document.querySelector('[data-shortcut-list]')?.addEventListener('click', () => {
  document.querySelector<HTMLElement>('#admin_account')?.hidePopover();
  void openShortcuts();
});

let isSequence = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function setSequence(isOn: boolean): void {
  isSequence = isOn;
  clearTimeout(timer);
  if (isOn) timer = setTimeout(() => setSequence(false), SEQUENCE_MS);
}

/** Answers true when the key was one of the frame. */
function handleKey(event: KeyboardEvent): boolean {
  const isCommandKey = event.ctrlKey || event.metaKey;
  if (isCommandKey && event.key.toLowerCase() === 'k' && !isDialogOpen()) {
    void openMenu();
    return true;
  }
  if (typedEarly !== null && event.key.length === 1 && !isCommandKey && !event.altKey) {
    typedEarly += event.key;
    return true;
  }
  const isTyping = (event.target as Element).closest?.(TYPING);
  if (isCommandKey || event.altKey || isTyping || isDialogOpen()) return false;
  if (isSequence) {
    setSequence(false);
    const link = document.querySelector<HTMLElement>(`li:not([hidden]) > [data-shortcut="${CSS.escape(event.key)}"]`);
    link?.click();
    return link !== null;
  }
  if (event.key !== 'g') return false;
  setSequence(true);
  return true;
}

// In the capture phase, before the keys of a screen: the letter after `G` may be one of them.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.defaultPrevented || !handleKey(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
// In the bubble phase, after the keys of a screen, which may list its own.
document.addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element).closest?.(TYPING);
  if (event.key === '?' && !event.defaultPrevented && !isTyping && !isDialogOpen()) void openShortcuts();
});
