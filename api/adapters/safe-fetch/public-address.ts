import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is given to networks of the internet; all else is special or not in use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is one of the public internet: not private, loopback, link-local, shared, multicast or reserved. */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0) return false;
  // An IPv4 address inside an IPv6 one counts as itself.
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6);
}
