// Imports nothing, so that this script can be inline.
type Result = { type: 'document' | 'blog' | 'publication' | 'page'; title: string; url: string; snippet: string };
/** `used`: words that were searched for in place of others that no text has. */
type Found = { results: Result[]; used?: string[] };

const DEBOUNCE_MS = 160;
const dialog = document.querySelector<HTMLDialogElement>('#site_search');
/** For each type what results are counted as, and what is written beside a title. */
const NAMES = JSON.parse(dialog?.dataset.names ?? '{}') as Record<Result['type'], [string, string?]>;
const input = dialog?.querySelector('input');
const status = dialog?.querySelector<HTMLElement>('.status');
const list = dialog?.querySelector<HTMLElement>('#site_results');

if (dialog && input && status && list) start(dialog, input, status, list);

function start(box: HTMLDialogElement, field: HTMLInputElement, line: HTMLElement, list: HTMLElement): void {
  let debounceTimer: ReturnType<typeof setTimeout> | undefined;
  const options = createListBox(field, list);
  const search = createSearch(field, line, options.show);

  field.addEventListener('input', () => {
    clearTimeout(debounceTimer);
    debounceTimer = setTimeout(search, DEBOUNCE_MS);
  });
  field.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.move(step)) event.preventDefault();
  });
  field.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const option = list.querySelector<HTMLElement>('[aria-selected=true]');
    if (option) option.click();
    else void search();
  });
  box.addEventListener('close', () => clearTimeout(debounceTimer));
  bindShortcuts(box, field);
}

/** What is found, as a list box: the focus stays in the field, the arrows choose. */
function createListBox(field: HTMLInputElement, list: HTMLElement) {
  let chosen = -1;
  const choose = (index: number) => {
    chosen = index;
    [...list.children].forEach((option, at) => {
      const isChosen = at === index;
      if (option.role) option.ariaSelected = String(isChosen);
      if (isChosen) option.scrollIntoView({ block: 'nearest' });
    });
    field.setAttribute('aria-activedescendant', list.children[index]?.id ?? '');
  };
  return {
    show(nodes: Node[], expanded = false) {
      list.replaceChildren(...nodes);
      field.ariaExpanded = String(expanded);
      choose(-1);
    },
    /** Returns whether there was anything to move to. */
    move(step: number): boolean {
      const count = field.ariaExpanded === 'true' ? list.children.length : 0;
      if (count > 0) choose(chosen < 0 && step < 0 ? count - 1 : (chosen + step + count) % count);
      return count > 0;
    },
  };
}

/** Returns a function that searches for the text in the field and shows the state below it. */
function createSearch(field: HTMLInputElement, line: HTMLElement, show: (nodes: Node[], expanded?: boolean) => void) {
  let request = new AbortController();
  const setStatus = (text: string, state = '') => {
    line.textContent = text;
    line.dataset.state = state;
  };
  // An earlier release has an address of its own, where no call of the API is allowed.
  const isOldRelease = field.form?.getAttribute('action')?.startsWith('/release/');
  const hint = isOldRelease ? 'Search isn’t available in an earlier release.' : (line.dataset.hint ?? '');
  field.disabled = isOldRelease === true;
  setStatus(hint);

  return async () => {
    request.abort();
    const query = field.value.trim();
    show([]);
    if (!query) return setStatus(hint);
    request = new AbortController();
    const { signal } = request;
    setStatus('Searching...');
    show([1, 2, 3].map(() => document.createElement('i')));
    try {
      const { results, used = [] } = await fetchResults(query, signal);
      if (signal.aborted) return;
      const isFound = results.length > 0;
      show(
        results.map((result, index) => toOption(result, [query, ...used].join(' '), index)),
        isFound,
      );
      const none = `No results for ‘${query}’. `;
      const words = used.length > 0 ? `${none}Showing results for ‘${used.join('’, ‘')}’: ` : '';
      setStatus(isFound ? words + formatResultCount(results) : `${none}Try a shorter or more common word.`);
    } catch {
      if (signal.aborted) return;
      show([]);
      setStatus(line.dataset.failure ?? '', 'error');
    }
  };
}

async function fetchResults(query: string, signal: AbortSignal): Promise<Found> {
  // With a token the result includes documents; an expired one counts as none.
  const token = readToken();
  const headers: HeadersInit = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await fetch(`/api/search?q=${encodeURIComponent(query)}`, { signal, headers });
  if (!response.ok) throw new Error();
  return (await response.json()) as Found;
}

/** `/` and Ctrl or Cmd + K open the search, except while typing. */
function bindShortcuts(box: HTMLDialogElement, field: HTMLInputElement): void {
  document.addEventListener('keydown', (event) => {
    const typingTarget = (event.target as Element).closest?.('input, textarea, select, [contenteditable], dialog');
    const hasModifier = event.ctrlKey || event.metaKey;
    const isSlash = event.key === '/' && !typingTarget && !hasModifier && !event.altKey;
    const isCommandK = event.key.toLowerCase() === 'k' && hasModifier;
    if (!isSlash && !isCommandK) return;
    event.preventDefault();
    if (!box.open && !document.querySelector('dialog[open]')) box.showModal();
    field.select();
  });
}

function formatResultCount(results: Result[]): string {
  const counts = Object.entries(NAMES).flatMap(([type, [name]]) => {
    const count = results.filter((result) => result.type === type).length;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`];
  });
  // As `formatList` in api/domain, which would be another request.
  return new Intl.ListFormat('en-GB').format(counts);
}

function toOption(result: Result, query: string, index: number): HTMLElement {
  const option = document.createElement('a');
  option.id = `site_result_${index}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.href = result.url;
  const title = document.createElement('b');
  const snippet = document.createElement('span');
  highlight(title, result.title, query);
  const [, name] = NAMES[result.type];
  if (name) {
    const label = document.createElement('small');
    label.textContent = name;
    title.append(' ', label);
  }
  highlight(snippet, result.snippet, query);
  option.append(title, snippet);
  return option;
}

function highlight(target: HTMLElement, text: string, query: string): void {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('|');
  text.split(new RegExp(`(${words})`, 'iu')).forEach((part, at) => {
    const mark = document.createElement('mark');
    mark.textContent = part;
    target.append(at % 2 ? mark : part);
  });
}

/** As src/lib/session-storage.ts does. */
function readToken(): string | null {
  try {
    return localStorage.getItem('token');
  } catch {
    return null; // storage is forbidden
  }
}

export {};
