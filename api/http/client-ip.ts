import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that one customer gets: limits count for all of them together. */
const V6_PREFIX_BITS = 64;

/**
 * The address of the caller. With `trustedProxies` above 0 the entry of X-Forwarded-For that the outermost of our own
 * proxies wrote; whatever a caller put in front of it is ignored.
 */
export function clientIp(context: Context, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
    const hop = hops.at(-trustedProxies) ?? '';
    if (ipaddr.isValid(hop)) return ipaddr.process(hop).toString();
  }
  return remoteAddress(context);
}

/** What limits count by: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${V6_PREFIX_BITS}`).toString();
}

function remoteAddress(context: Context): string {
  // Without a socket (a test that calls the app directly) there is no address.
  const incoming = (context.env as { incoming?: unknown } | undefined)?.incoming;
  const address = incoming ? getConnInfo(context).remote.address : undefined;
  return address && ipaddr.isValid(address) ? ipaddr.process(address).toString() : 'unknown';
}
