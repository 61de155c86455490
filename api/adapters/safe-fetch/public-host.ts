import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type Address = { address: string; family: number };

/** Both are replaced in tests, where the server is on this machine. */
export type HostRules = {
  resolve: (host: string) => Promise<Address[]>;
  isAllowed: (ip: string) => boolean;
};

export const publicHosts: HostRules = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
};

/**
 * Resolves the host of a URL once. `isPublic`: each of its addresses may be called, and a connection that is pinned to them can't reach another.
 * @throws the error of the name resolution; the reason of the signal
 */
export async function resolveHost(
  hostname: string,
  { resolve, isAllowed }: HostRules,
  signal: AbortSignal,
): Promise<{ addresses: Address[]; isPublic: boolean }> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await abortable(resolve(host), signal);
  return { addresses, isPublic: addresses.every(({ address }) => isAllowed(address)) };
}

/** Name resolution can't be stopped; its result is no longer waited for. */
function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([promise, aborted]);
}

/** For a request: its connection goes to these addresses, whatever the name server says by then. */
export const createPinnedLookup =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

const CHECK_MS = 10_000;

/** Whether a host has an address of a private network; false for one that isn't found. */
export const isPrivateHost = (hostname: string): Promise<boolean> =>
  resolveHost(hostname, publicHosts, AbortSignal.timeout(CHECK_MS)).then(
    ({ isPublic }) => !isPublic,
    () => false,
  );
