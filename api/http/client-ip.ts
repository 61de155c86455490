import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { isLocalHost } from '#api/domain/local-host.ts';

/** What one IPv6 customer may have been given: one link, a home, a site (RFC 6177). */
const V6_PREFIX_BITS = [64, 56, 48] as const;

type ClientDeps = {
  accounts: { trustedProxies: number };
  site: { url: string };
  proxyWatch: { record(): void };
};

export type Client = {
  ip: string;
  /** What limits count by. None while it isn't known: those of a proxy would be one network of everybody. */
  networks: string[];
};

/** Address and networks of the caller. What accounts allow is limited also where no network is known. */
export function readClient(context: Context, deps: ClientDeps): Client {
  const forwarded = readForwardedAddress(context, deps.accounts.trustedProxies);
  if (forwarded !== null) return { ip: forwarded, networks: listNetworks(forwarded) };
  const ip = getRemoteAddress(context);
  if (!isUnknownProxy(context, ip, deps.site.url)) return { ip, networks: listNetworks(ip) };
  deps.proxyWatch.record();
  return { ip: 'unknown', networks: [] };
}

/**
 * With `trustedProxies` above 0 the entry of X-Forwarded-For that the outermost of our own proxies wrote; whatever a
 * caller put in front of it is ignored.
 */
function readForwardedAddress(context: Context, trustedProxies: number): string | null {
  if (trustedProxies === 0) return null;
  const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
  const hop = hops.at(-trustedProxies) ?? '';
  return ipaddr.isValid(hop) ? ipaddr.process(hop).toString() : null;
}

/** Ranges in which a proxy stands beside the server. Nobody reaches it from there over the internet. */
const PROXY_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/**
 * True when an address is that of a proxy which the settings don't know: a neighbour that forwards, or this machine itself
 * in front of a site with a public address, whose proxy writes no header.
 */
function isUnknownProxy(context: Context, ip: string, siteUrl: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const range = ipaddr.process(ip).range();
  if (!PROXY_RANGES.has(range)) return false;
  const isForwarded = Boolean(context.req.header('X-Forwarded-For') ?? context.req.header('Forwarded'));
  return isForwarded || (range === 'loopback' && !isLocalHost(new URL(siteUrl).hostname));
}

/** The networks that limits count by, the smallest first: an IPv4 address alone, or the /64, /56 and /48 of an IPv6 address. */
export function listNetworks(ip: string): string[] {
  if (!ipaddr.isValid(ip)) return [ip];
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return [address.toString()];
  return V6_PREFIX_BITS.map((bits) => `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`);
}

function getRemoteAddress(context: Context): string {
  // Without a socket (a test that calls the app directly) there is no address.
  const incoming = (context.env as { incoming?: unknown } | undefined)?.incoming;
  const address = incoming ? getConnInfo(context).remote.address : undefined;
  return address && ipaddr.isValid(address) ? ipaddr.process(address).toString() : 'unknown';
}
