import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

/** What one IPv6 customer may have been given: one link, a home, a site (RFC 6177). */
const V6_PREFIX_BITS = [64, 56, 48] as const;

/**
 * The address of the caller. With `trustedProxies` above 0 the entry of X-Forwarded-For that the outermost of our own
 * proxies wrote; whatever a caller put in front of it is ignored.
 */
export function getClientIp(context: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
    const hop = hops.at(-trustedProxies) ?? '';
    if (ipaddr.isValid(hop)) return ipaddr.process(hop).toString();
  }
  return getRemoteAddress(context);
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
