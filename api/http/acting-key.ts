import { AsyncLocalStorage } from 'node:async_hooks';

const actingKey = new AsyncLocalStorage<number>();

/** Runs what a request with an API key asks for, so that the audit log can tell it from what people do themselves. */
export const runWithKey = <Result>(keyId: number, run: () => Result): Result => actingKey.run(keyId, run);

/** The API key of the request that is being answered; null without one. */
export const getActingKeyId = (): number | null => actingKey.getStore() ?? null;
