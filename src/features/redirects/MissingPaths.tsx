import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#api/domain/numbers.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import { formatAddress } from '#api/domain/redirects.ts';
import { UNDO_WINDOW_MS } from '#api/domain/undo.ts';
import { formatDate } from '#src/lib/format/dates.ts';
import { useToastAction } from '#src/lib/use-action.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { useRenderAt } from '#src/lib/use-render-at.ts';
import { Time } from '#src/ui/content/Time.tsx';
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { undoActions } from '#src/ui/feedback/undo-toast.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { type RowAction, RowMenu } from '#src/ui/tables/RowMenu.tsx';
import { type Asking, fetchMissingPaths, ignoreMissingPath, type MissingPath, saveRedirect } from './redirects-api.ts';

/** What was done about an address: it stays in its place as long as it is shown, with Undo while that is possible. */
type Done = { words: string; undoId: string | null; until: number };

export type MissingPathList = ReturnType<typeof useMissingPaths>;

/** The addresses that were not found, and what was done about them since they were loaded. */
export function useMissingPaths() {
  const [who, setWho] = useState<Asking>('people');
  const [done, setDone] = useState<ReadonlyMap<string, Done>>(new Map());
  const { value, error, reload } = useQuery(`missing paths ${who}`, (signal) => fetchMissingPaths(who, signal));
  const mark = (path: string, how: Done | null) =>
    setDone((before) => {
      const after = new Map(before);
      if (how) after.set(path, how);
      else after.delete(path);
      return after;
    });
  const act = async (path: string, words: string, send: () => Promise<{ undo: { id: string } | null }>) => {
    const until = Date.now() + UNDO_WINDOW_MS;
    const { undo } = await send();
    mark(path, { words, undoId: undo?.id ?? null, until });
  };
  return {
    who,
    value,
    error,
    done,
    /** Those that can be sent to a page that is alike. */
    sendable: (value?.data ?? []).filter(({ path, suggestion }) => suggestion !== null && !done.has(path)),
    /** @throws what the server refuses. */
    send: ({ path, suggestion }: MissingPath) =>
      act(path, `Sent to ${formatAddress(suggestion ?? '')}`, () =>
        saveRedirect(null, { from: path, to: suggestion ?? '', status: 301 }),
      ),
    ignore: ({ path }: MissingPath) => act(path, 'Ignored', () => ignoreMissingPath(path)),
    takeBack: (path: string) => mark(path, null),
    reload: () => {
      setDone(new Map());
      reload();
    },
    show: (next: Asking) => {
      setDone(new Map());
      setWho(next);
    },
  };
}

type Props = {
  list: MissingPathList;
  /** Opens the form for a redirect from this address. */
  onChoose: (path: string) => void;
  /** A redirect was added or taken back. */
  onChanged: () => void;
};

/** Addresses that visitors asked for and didn't find, each mended by one press. */
export function MissingPaths({ list, onChoose, onChanged }: Props) {
  const { who, value } = list;
  const rows = useRef<HTMLUListElement>(null);
  const isEmpty = value?.data.length === 0;
  return (
    <section aria-labelledby="missing-title">
      <div className="redirects-head">
        <h2 id="missing-title">
          Not found lately {value && !isEmpty && <span className="count">{formatNumber(value.total)}</span>}
        </h2>
        <div className="redirects-actions">
          {value && <WhoSwitch who={who} robots={value.robots} onShow={list.show} />}
          <SendAllButton list={list} onChanged={onChanged} rowsRef={rows} />
        </div>
      </div>
      {list.error !== null && (
        <ErrorPanel title="Failed to fetch addresses" message={list.error} onRetry={list.reload} />
      )}
      {value === null && list.error === null && <Skeleton kind="line" count={3} />}
      {isEmpty && <NothingMissing robots={value.robots} />}
      {value && !isEmpty && (
        <>
          <ul className="missing-paths" ref={rows}>
            {value.data.map((missing) => (
              <MissingRow key={missing.path} missing={missing} list={list} onChoose={onChoose} onChanged={onChanged} />
            ))}
          </ul>
          {value.total > value.data.length && (
            <p className="row-note">
              These {value.data.length} were asked for most often, of {formatCount(value.total, 'address', 'addresses')}
              .
            </p>
          )}
        </>
      )}
    </section>
  );
}

const SEND_FAILED = 'Failed to add redirect';

type SendAllProps = Pick<Props, 'list' | 'onChanged'> & { rowsRef: RefObject<HTMLUListElement | null> };

/** Sends each address to the page that is alike, one after the other. Every one has its own Undo. */
function SendAllButton({ list, onChanged, rowsRef }: SendAllProps): ReactNode {
  const { sendable } = list;
  const { run, isBusy } = useToastAction(
    async () => {
      for (const missing of sendable) await list.send(missing);
    },
    { failure: SEND_FAILED, onSettled: onChanged },
  );
  const wasBusy = useRef(false);
  // The button is gone: the focus goes on to the first Undo.
  useEffect(() => {
    if (wasBusy.current && !isBusy) rowsRef.current?.querySelector<HTMLElement>('.is-done button')?.focus();
    wasBusy.current = isBusy;
  }, [isBusy, rowsRef]);
  return (
    (sendable.length > 1 || isBusy) && (
      <Button
        variant="secondary"
        className="button-small"
        isBusy={isBusy}
        busyLabel="Sending..."
        onClick={() => void run()}
      >
        Send all {formatNumber(sendable.length)}
      </Button>
    )
  );
}

type SwitchProps = { who: Asking; robots: number; onShow: (who: Asking) => void };

function WhoSwitch({ who, robots, onShow }: SwitchProps): ReactNode {
  if (who === 'robots') {
    return (
      <Button variant="quiet" className="button-small" onClick={() => onShow('people')}>
        Hide robots
      </Button>
    );
  }
  return (
    robots > 0 && (
      <Button variant="quiet" className="button-small" onClick={() => onShow('robots')}>
        Show {formatNumber(robots)} from robots
      </Button>
    )
  );
}

const NothingMissing = ({ robots }: { robots: number }) => (
  <p className="nothing-missing">
    <Icon name="circle-check" size={16} />
    {robots > 0
      ? 'In the last 30 days only robots asked for addresses that don’t exist.'
      : 'No address was asked for and not found in the last 30 days.'}
  </p>
);

type RowProps = Props & { missing: MissingPath };

function MissingRow({ missing, list, onChoose, onChanged }: RowProps) {
  const { path, suggestion } = missing;
  const done = list.done.get(path);
  const acts = useRef<HTMLDivElement>(null);
  const wasPressed = useRef(false);
  const isDone = done !== undefined;
  // The button that was pressed is gone: the next one is in its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the buttons change
  useEffect(() => {
    if (wasPressed.current) acts.current?.querySelector('button')?.focus();
    wasPressed.current = false;
  }, [isDone]);

  const press = async (run: () => Promise<void>) => {
    wasPressed.current = true;
    await run().catch((cause: unknown) => {
      wasPressed.current = false;
      throw cause;
    });
  };
  const sending = useToastAction(
    async () => {
      await press(() => list.send(missing));
      onChanged();
    },
    { failure: SEND_FAILED },
  );
  const ignoring = useToastAction(() => press(() => list.ignore(missing)), {
    failure: 'Failed to ignore this address',
  });
  const undoing = useToastAction(
    async (id: string) => {
      const { message } = await undoActions([id]);
      wasPressed.current = true;
      list.takeBack(path);
      return message;
    },
    { failure: 'Couldn’t undo this', onSettled: onChanged },
  );
  return (
    <li className={isDone ? 'is-done' : undefined}>
      <div>
        <code className="address">{formatAddress(path)}</code>
        <AskedNote missing={missing} />
      </div>
      <p className="missing-guess">
        {done ? (
          <>
            <Icon name="check" size={16} />
            <span>{done.words}</span>
          </>
        ) : (
          <Guess suggestion={suggestion} />
        )}
      </p>
      <div className="missing-acts" ref={acts}>
        {done ? (
          <UndoButton done={done} path={path} isBusy={undoing.isBusy} onUndo={(id) => void undoing.run(id)} />
        ) : (
          <>
            <MainButton
              missing={missing}
              isBusy={sending.isBusy || ignoring.isBusy}
              onSend={() => void sending.run()}
              onIgnore={() => void ignoring.run()}
            />
            <RowMenu
              name={formatAddress(path)}
              groups={[
                listMenuActions(
                  missing,
                  () => onChoose(path),
                  () => void ignoring.run(),
                ),
              ]}
            />
          </>
        )}
      </div>
    </li>
  );
}

/** '38 times since 12 Nov 2026, last 5 minutes ago' */
function AskedNote({ missing: { count, first_asked_at: first, last_asked_at: last } }: { missing: MissingPath }) {
  return (
    <span className="row-note">
      {count === 1 ? 'Once, ' : `${formatNumber(count)} ${pluralize(count, 'time')} since ${formatDate(first)}, last `}
      <Time iso={last} isInSentence />
    </span>
  );
}

function Guess({ suggestion }: { suggestion: string | null }) {
  if (suggestion === null) return <span className="muted">No similar page</span>;
  return (
    <>
      <Icon name="arrow-right" size={16} />
      <a href={suggestion}>{formatAddress(suggestion)}</a>
    </>
  );
}

type ButtonProps = { missing: MissingPath; isBusy: boolean; onSend: () => void; onIgnore: () => void };

function MainButton({ missing: { path, suggestion }, isBusy, onSend, onIgnore }: ButtonProps) {
  const name = formatAddress(path);
  return suggestion === null ? (
    <Button
      variant="secondary"
      className="button-small"
      aria-label={`Ignore ${name}`}
      isBusy={isBusy}
      onClick={onIgnore}
    >
      Ignore
    </Button>
  ) : (
    <Button
      variant="secondary"
      className="button-small"
      aria-label={`Send ${name} to ${formatAddress(suggestion)}`}
      isBusy={isBusy}
      onClick={onSend}
    >
      Send there
    </Button>
  );
}

function listMenuActions({ suggestion }: MissingPath, onChoose: () => void, onIgnore: () => void): RowAction[] {
  const choose: RowAction = {
    label: suggestion === null ? 'Choose an address...' : 'Choose another...',
    icon: 'pencil',
    onSelect: onChoose,
  };
  return suggestion === null ? [choose] : [choose, { label: 'Ignore', icon: 'ban', onSelect: onIgnore }];
}

type UndoProps = { done: Done; path: string; isBusy: boolean; onUndo: (id: string) => void };

/** As long as the server can undo it. */
function UndoButton({ done: { undoId, until, words }, path, isBusy, onUndo }: UndoProps): ReactNode {
  useRenderAt(until);
  return (
    undoId !== null &&
    Date.now() < until && (
      <Button
        variant="secondary"
        className="button-small"
        aria-label={`Undo: ${formatAddress(path)} ${words.charAt(0).toLowerCase()}${words.slice(1)}`}
        isBusy={isBusy}
        busyLabel="Undoing..."
        onClick={() => onUndo(undoId)}
      >
        Undo
      </Button>
    )
  );
}
