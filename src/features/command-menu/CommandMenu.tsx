import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { formatCount } from '#api/domain/plurals.ts';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { RECENT_COMMANDS_KEY } from '#src/lib/store-session.ts';
import { readStoredJson, storeJson } from '#src/lib/stored-json.ts';
import { useOpenDialog } from '#src/ui/dialogs/use-open-dialog.ts';
import { CommandOption } from './CommandOption.tsx';
import { type Command, filterCommands, groupCommands } from './commands.ts';
import { type TitleSearch, useTitleSearch } from './use-title-search.ts';

const RECENT_MAX = 5;
/** Screens and actions are in the menu anyway. */
const KEPT_GROUPS = ['Recent', 'Posts', 'Documents', 'Publications', 'Users'];

/** Posts, documents, publications and users that were opened from the menu, the newest first. */
const listRecentCommands = (): Command[] => readStoredJson<Command[]>('localStorage', RECENT_COMMANDS_KEY) ?? [];

function storeRecentCommand(command: Command): void {
  if (!('href' in command) || !KEPT_GROUPS.includes(command.group) || command.isList) return;
  const { id, label, icon, cover, href } = command;
  const others = listRecentCommands().filter((each) => each.id !== id);
  // Without its status, which will have changed.
  const recent = { id, group: 'Recent', label, icon, cover, href };
  storeJson('localStorage', RECENT_COMMANDS_KEY, [recent, ...others].slice(0, RECENT_MAX));
}

type Props = { commands: readonly Command[]; initialText?: string; onClose: () => void };

/** Screens, posts, documents, publications and actions behind one field: a combobox in a dialog. The field keeps the focus. */
export function CommandMenu({ commands, initialText = '', onClose }: Props) {
  const dialog = useOpenDialog(true);
  const [text, setText] = useState(initialText);
  const [index, setIndex] = useState(0);
  const id = useId();
  const query = text.trim();
  const search = useTitleSearch(query);
  const [recent] = useState(listRecentCommands);
  const found = query === '' ? recent : search.commands;
  const groups = groupCommands([...found, ...filterCommands(commands, query)], query);
  const options = groups.flatMap((each) => each.commands);
  const active = options[Math.min(index, options.length - 1)];
  const activeId = active && `${id}-${active.id}`;

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = (command: Command | undefined, isNewTab = false) => {
    if (!command) return;
    storeRecentCommand(command);
    if ('href' in command && isNewTab) return void window.open(command.href, '_blank', 'noopener');
    dialog.current?.close();
    if ('href' in command) window.location.assign(command.href);
    else command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && active) setIndex((options.indexOf(active) + step + options.length) % options.length);
    else if (event.key === 'Enter') choose(active, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className="command-menu" aria-label="Search or go to" closedby="any" onClose={onClose}>
      <div className="command-head">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search or go to"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Search or go to"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setIndex(0);
          }}
          onKeyDown={press}
        />
        <button type="button" className="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
      <div className="command-options" role="listbox" id={id} aria-label="Results">
        {groups.map(({ group, commands: inGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a list box, no fields
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true">{group}</p>
            {inGroup.map((command) => (
              <CommandOption
                key={command.id}
                id={`${id}-${command.id}`}
                command={command}
                query={search.near ?? query}
                isActive={command === active}
                onChoose={(isNewTab) => choose(command, isNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
      <CommandStatus search={search} query={query} count={options.length} />
      <p className="command-foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Ctrl Enter</kbd> in a new tab
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </p>
    </dialog>
  );
}

function describeResults({ near }: TitleSearch, query: string, count: number): string {
  if (count === 0) return `No results for ‘${query}’.`;
  return near === null ? formatCount(count, 'result') : `No results for ‘${query}’. Showing results for ‘${near}’.`;
}

/** The state of the search: always announced, shown only when the list does not show it. */
function CommandStatus({ search, query, count }: { search: TitleSearch; query: string; count: number }) {
  const isEmpty = search.status === 'loaded' && count === 0;
  const text = {
    idle: '',
    loading: 'Searching...',
    failed: 'Couldn’t search posts, documents, publications and users.',
    loaded: describeResults(search, query, count),
  }[search.status];
  const isShown = isEmpty || search.near !== null || search.status === 'failed';
  return (
    <div role="status" className={isShown ? 'command-status' : 'visually-hidden'}>
      <p>{text}</p>
      {isEmpty && (
        <p className="muted">Posts, documents and publications are found by title, users by name or email.</p>
      )}
    </div>
  );
}
