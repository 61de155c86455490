import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Why a host may not be called: it has an address of a private network. Null for a public one, and for one that isn't found. */
export async function findPrivateHost(hostname: string): Promise<string | null> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return addresses.every(({ address }) => isPublicAddress(address))
    ? null
    : 'The address belongs to a private network, so it wasn’t called.';
}
