import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, startTransition, use, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryCache, useQuery } from '#src/lib/use-query.ts';

afterEach(cleanup);

/** A `load` whose responses the test gives. */
function createLoader() {
  const requests: { signal: AbortSignal; respond: (value: string) => void }[] = [];
  const load = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      requests.push({ signal, respond: resolve });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { requests, load };
}

type Props = { id?: string | null; load: (signal: AbortSignal) => Promise<string> };

function Query({ id = 'one', load }: Props) {
  const { state } = useQuery(id, load);
  return <p>{state.status === 'loaded' ? state.value : state.status}</p>;
}

test('a response is deleted when its component has gone', async () => {
  const { unmount } = render(<Query load={async () => 'first'} />);
  await screen.findByText('first');
  expect(queryCache.size).toBe(1);
  unmount();
  await waitFor(() => expect(queryCache.size).toBe(0));
});

test('another key deletes the response of the key before', async () => {
  const { rerender, unmount } = render(<Query load={async () => 'first'} />);
  await screen.findByText('first');
  rerender(<Query id="two" load={async () => 'second'} />);
  await screen.findByText('second');
  await waitFor(() => expect(queryCache.size).toBe(1));
  unmount();
  await waitFor(() => expect(queryCache.size).toBe(0));
});

test('a request of a component that has gone is aborted and leaves nothing behind', async () => {
  const { requests, load } = createLoader();
  render(<Query load={load} />).unmount();
  await waitFor(() => expect(requests[0]?.signal.aborted).toBe(true));
  await waitFor(() => expect(queryCache.size).toBe(0));
});

test('a response that comes although its request was aborted leaves nothing behind', async () => {
  const response = Promise.withResolvers<string>();
  const { unmount } = render(<Query load={() => response.promise} />);
  unmount();
  response.resolve('late');
  await response.promise;
  await waitFor(() => expect(queryCache.size).toBe(0));
});

test('a component that is mounted twice keeps its request and its response', async () => {
  const { requests, load } = createLoader();
  // Strict mode unmounts and mounts again every component that it has mounted.
  const { unmount } = render(<Query load={load} />, { wrapper: StrictMode });
  await screen.findByText('loading');
  for (const { signal, respond } of requests) {
    if (!signal.aborted) respond('first');
  }
  await screen.findByText('first');
  expect(queryCache.size).toBe(1);
  unmount();
  await waitFor(() => expect(queryCache.size).toBe(0));
});

type Loader = ReturnType<typeof createLoader>['load'];

/** Retries, and suspends until `promise` resolves, in one transition: React discards the render and repeats it. */
function SuspendingQuery({ load, promise }: { load: Loader; promise: Promise<void> }) {
  const [isSuspending, setSuspending] = useState(false);
  const { reload } = useQuery('one', load);
  if (isSuspending) use(promise);
  const retryAndSuspend = () => {
    reload();
    setSuspending(true);
  };
  return (
    <button type="button" onClick={() => startTransition(retryAndSuspend)}>
      {isSuspending ? 'Done' : 'Retry'}
    </button>
  );
}

test('a retry whose render React discards sends one request', async () => {
  const { requests, load } = createLoader();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { unmount } = render(<SuspendingQuery load={load} promise={promise} />);
  await waitFor(() => expect(requests.length).toBe(1));
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click());
  await act(async () => resolve());
  await screen.findByRole('button', { name: 'Done' });
  await waitFor(() => expect(requests[0]?.signal.aborted).toBe(true));
  expect(requests.length).toBe(2);
  unmount();
  await waitFor(() => expect(queryCache.size).toBe(0));
});

test('two components with one key send one request and show its response', async () => {
  const { requests, load } = createLoader();
  render(
    <>
      <Query load={load} />
      <Query load={load} />
    </>,
  );
  await waitFor(() => expect(requests.length).toBe(1));
  await act(async () => requests[0]?.respond('first'));
  expect(screen.getAllByText('first').length).toBe(2);
  expect(requests.length).toBe(1);
});

/** Shows the value of one key once `isOpen`, and prefetches it before. */
function Prefetching({ isOpen, load }: { isOpen: boolean; load: Loader }) {
  useQuery(isOpen ? null : 'one', load);
  return isOpen && <Query load={load} />;
}

test('what was prefetched is shown at once, without a request of its own', async () => {
  const { requests, load } = createLoader();
  const { rerender } = render(<Prefetching isOpen={false} load={load} />);
  await waitFor(() => expect(requests.length).toBe(1));
  await act(async () => requests[0]?.respond('first'));
  rerender(<Prefetching isOpen load={load} />);
  expect(screen.getByText('first')).toBeTruthy();
  await act(async () => undefined);
  expect([requests.length, queryCache.size]).toEqual([1, 1]);
});

test('what failed for one component is requested again for the next one', async () => {
  const load = vi.fn<Loader>().mockRejectedValueOnce(new Error('broken')).mockResolvedValue('second');
  const { rerender } = render(<Query key="first" load={load} />);
  await screen.findByText('failed');
  rerender(
    <>
      <Query key="first" load={load} />
      <Query key="next" load={load} />
    </>,
  );
  await waitFor(() => expect(screen.getAllByText('second').length).toBe(2));
  expect(load).toHaveBeenCalledTimes(2);
});

type ReloadingProps = { id?: string; load: Loader; keepsPrevious?: boolean };

/** Reloads twice in one task, and changes the value that is shown. */
function Reloading({ id = 'one', load, keepsPrevious = false }: ReloadingProps) {
  const { value, error, isLoading, reload, update } = useQuery(id, load, { keepsPrevious });
  const reloadTwice = () => {
    reload();
    reload();
  };
  return (
    <>
      <p>
        {value ?? 'nothing'}, {error ?? 'no error'}, {isLoading ? 'loading' : 'idle'}
      </p>
      <button type="button" onClick={reloadTwice}>
        Reload
      </button>
      <button type="button" onClick={() => update((before) => `${before} changed`)}>
        Update
      </button>
    </>
  );
}

test('two reloads in one task send one request, and the value stays until it is here', async () => {
  const load = vi.fn<Loader>().mockResolvedValueOnce('first').mockResolvedValueOnce('second');
  render(<Reloading load={load} />);
  await screen.findByText('first, no error, idle');
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(screen.getByText('first, no error, loading')).toBeTruthy();
  await screen.findByText('second, no error, idle');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a value stays beside the error when it can’t be loaded again', async () => {
  const load = vi.fn<Loader>().mockResolvedValueOnce('first').mockRejectedValueOnce(new Error('Broken'));
  render(<Reloading load={load} />);
  await screen.findByText('first, no error, idle');
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await screen.findByText('first, Broken, idle');
});

test('a change shows before the server answers, also on a value of the key before', async () => {
  const { requests, load } = createLoader();
  const { rerender } = render(<Reloading keepsPrevious load={load} />);
  await waitFor(() => expect(requests.length).toBe(1));
  await act(async () => requests[0]?.respond('first'));
  rerender(<Reloading keepsPrevious id="two" load={load} />);
  expect(screen.getByText('first, no error, loading')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(screen.getByText('first changed, no error, loading')).toBeTruthy();
  await waitFor(() => expect(requests.length).toBe(2));
  await act(async () => requests[1]?.respond('second'));
  expect(screen.getByText('second, no error, idle')).toBeTruthy();
});

test('without keepsPrevious another key shows nothing until it is loaded', async () => {
  const { requests, load } = createLoader();
  const { rerender } = render(<Reloading load={load} />);
  await waitFor(() => expect(requests.length).toBe(1));
  await act(async () => requests[0]?.respond('first'));
  rerender(<Reloading id="two" load={load} />);
  expect(screen.getByText('nothing, no error, loading')).toBeTruthy();
});

const POLL_MS = 1_000;

/** Polls until the value is 'done'. */
function Polling({ load }: { load: Loader }) {
  const { value } = useQuery('one', load, { pollAfter: (last) => (last === 'done' ? null : POLL_MS) });
  return <p>{value ?? 'nothing'}</p>;
}

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  fireEvent(document, new Event('visibilitychange'));
}

test('polls after each response and each failure, until there is nothing to wait for', async () => {
  vi.useFakeTimers();
  const load = vi.fn<Loader>().mockResolvedValueOnce('running').mockRejectedValueOnce(new Error('Broken'));
  load.mockResolvedValue('done');
  render(<Polling load={load} />);
  for (const count of [1, 2, 3, 3]) {
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS - 1));
    expect(load).toHaveBeenCalledTimes(count);
    await act(() => vi.advanceTimersByTimeAsync(1));
  }
  expect(screen.getByText('done')).toBeTruthy();
  vi.useRealTimers();
});

test('polls a hidden page once it is shown again', async () => {
  vi.useFakeTimers();
  const load = vi.fn<Loader>().mockResolvedValue('running');
  render(<Polling load={load} />);
  await act(() => vi.advanceTimersByTimeAsync(1));
  setVisibility('hidden');
  await act(() => vi.advanceTimersByTimeAsync(10 * POLL_MS));
  expect(load).toHaveBeenCalledTimes(1);
  setVisibility('visible');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(load).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
  vi.useRealTimers();
});
