import { expect, it } from 'vitest';
import { BoundedQueue, QueueFullError } from '#api/bounded-queue.ts';

/** A queue whose tasks end when they are told to; `begun` names those that began. */
function createQueue(options: { concurrency: number; maxWaiting: number }) {
  const queue = new BoundedQueue({ ...options, message: 'Many are waiting.', retryAfterSeconds: 7 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, client?: AbortSignal) =>
    queue.add(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    }, client);
  return { queue, begun, add, end: (name: string) => ends.get(name)?.() };
}

it('runs so many tasks at once, refuses what exceeds those that may wait, and takes tasks again when there is room (T42)', async () => {
  const { queue, begun, add, end } = createQueue({ concurrency: 2, maxWaiting: 1 });
  const tasks = ['one', 'two', 'three'].map((name) => add(name));
  await expect.poll(() => begun).toEqual(['one', 'two']);
  await expect(add('four')).rejects.toThrow(new QueueFullError('Many are waiting.', 7));
  expect(() => queue.requireRoom()).toThrow(QueueFullError);
  end('one');
  await expect.poll(() => begun).toEqual(['one', 'two', 'three']);
  queue.requireRoom();
  const last = add('four');
  for (const name of ['two', 'three']) end(name);
  await expect.poll(() => begun).toContain('four');
  end('four');
  expect(await Promise.all([...tasks, last])).toEqual(['one', 'two', 'three', 'four']);
});

it('gives the place of a client that leaves to the next one, and begins nothing for it (T42)', async () => {
  const { queue, begun, add, end } = createQueue({ concurrency: 1, maxWaiting: 1 });
  const gone = new AbortController();
  const first = add('first');
  const dropped = add('dropped', gone.signal);
  expect(() => queue.requireRoom()).toThrow(QueueFullError);
  gone.abort(new Error('The client has left.'));
  await expect(dropped).rejects.toThrow('The client has left.');
  await expect(add('late', gone.signal)).rejects.toThrow('The client has left.');
  const next = add('next');
  end('first');
  await first;
  await expect.poll(() => begun).toEqual(['first', 'next']);
  end('next');
  await next;
});

it('begins no task beside one whose client has left while it ran (T42)', async () => {
  const { begun, add, end } = createQueue({ concurrency: 1, maxWaiting: 1 });
  const gone = new AbortController();
  const running = add('running', gone.signal);
  const next = add('next');
  await expect.poll(() => begun).toEqual(['running']);
  gone.abort(new Error('The client has left.'));
  await new Promise(setImmediate);
  expect(begun).toEqual(['running']);
  end('running');
  expect(await running).toBe('running');
  await expect.poll(() => begun).toEqual(['running', 'next']);
  end('next');
  await next;
});

it('lets the next part of what was let in before wait its turn, however many wait, unless its client has left (T42)', async () => {
  const { queue, begun, add, end } = createQueue({ concurrency: 1, maxWaiting: 0 });
  const gone = new AbortController();
  const first = add('first');
  const part = queue.continue(async () => begun.push('part'));
  const dropped = queue.continue(async () => begun.push('dropped'), gone.signal);
  expect(queue.waiting).toBe(2);
  gone.abort(new Error('The client has left.'));
  await expect(dropped).rejects.toThrow('The client has left.');
  expect(queue.waiting).toBe(1);
  end('first');
  await first;
  await part;
  expect(begun).toEqual(['first', 'part']);
});
