import { type Client, LibsqlError, type ResultSet } from '@libsql/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isDatabaseUnavailable, limitCalls } from '#db/unavailable.ts';

const answer = { rows: [] } as unknown as ResultSet;

/** A connection that is silent until it is opened again. */
function createSilentClient() {
  let isOpen = false;
  const respond = () => (isOpen ? Promise.resolve(answer) : new Promise<ResultSet>(() => undefined));
  const reconnect = vi.fn(async () => {
    isOpen = true;
  });
  const client = {
    protocol: 'ws',
    execute: respond,
    batch: async () => [await respond()],
    reconnect,
  } as unknown as Client;
  return { client: limitCalls(client), reconnect };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('A database server that doesn’t answer over a WebSocket', () => {
  it.each([
    ['a query', (client: Client) => client.execute('SELECT 1')],
    ['a batch', (client: Client) => client.batch(['SELECT 1'])],
  ])('fails %s as unavailable, and answers on a new connection', async (_name, call) => {
    const { client, reconnect } = createSilentClient();
    const error = call(client).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isDatabaseUnavailable(await error)).toBe(true);
    expect(reconnect).toHaveBeenCalledOnce();
    await expect(call(client)).resolves.toBeDefined();
  });

  it('says what may be wrong when the server ends the connection', async () => {
    const { client } = createSilentClient();
    const ended = Object.assign(client, {
      execute: () => Promise.reject(new LibsqlError('WebSocket was closed with code 1006', 'HRANA_WEBSOCKET_ERROR')),
    });
    await expect(limitCalls(ended).execute('SELECT 1')).rejects.toThrow('refuses the token');
  });

  it('has at most two write batches under way, and fails one that waits too long for its turn', async () => {
    const begun: string[] = [];
    const batch = ([statement]: string[]) => {
      begun.push(String(statement));
      return new Promise(() => undefined);
    };
    const client = limitCalls({ protocol: 'http', execute: batch, batch } as unknown as Client);
    const calls = ['one', 'two', 'three'].map((name) => client.batch([name], 'write').catch((error: unknown) => error));
    const read = client.batch(['read'], 'read').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(begun).toEqual(['one', 'two', 'read']);
    await vi.advanceTimersByTimeAsync(1);
    expect((await Promise.all([...calls, read])).map(isDatabaseUnavailable)).toEqual([true, true, true, true]);
  });

  it('opens one new connection for all calls that wait', async () => {
    const { client, reconnect } = createSilentClient();
    const calls = [1, 2, 3].map(() => client.execute('SELECT 1').catch((reason: unknown) => reason));
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(calls);
    expect(reconnect).toHaveBeenCalledOnce();
  });
});
