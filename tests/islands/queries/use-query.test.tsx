import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, startTransition, use, useState } from 'react';
import { expect, test } from 'vitest';
import { queryCache, useQuery } from '#src/lib/use-query.ts';

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
  const { retry } = useQuery('one', load);
  if (isSuspending) use(promise);
  const retryAndSuspend = () => {
    retry();
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
