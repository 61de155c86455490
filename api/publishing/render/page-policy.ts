import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const HASH_SOURCE = / ('sha256-[^']+')/g;

/** Pages of a kind have the same policy: one string in memory for all of them, whose entries all stay in memory. */
const internedPolicies = new LRUCache<string, string>({ max: 500 });

/**
 * The policy of one page, from that of Astro and the HTML as Astro made it. Astro allows every page the inline scripts
 * and styles of the whole site; those that the page does not hold are removed. No hash is ever added, so a script that
 * came into the page with its content is still refused.
 */
export function createPagePolicy(astroPolicy: string, html: Buffer, siteUrl: string): string {
  const hashes = hashInlineElements(html);
  const ownPolicy = astroPolicy.replaceAll(HASH_SOURCE, (source, value: string) => (hashes.has(value) ? source : ''));
  const policy = addCspDirectives(ownPolicy, siteUrl);
  const interned = internedPolicies.get(policy);
  if (interned === undefined) internedPolicies.set(policy, policy);
  return interned ?? policy;
}

/**
 * Also of what only looks like an element, in an attribute for instance: Astro knows no such text, so nothing comes of
 * it. Every start is looked at for itself, so none can hide another one. Bytes are searched, because a full render does
 * this for every page and decoding them takes longer.
 */
function hashInlineElements(html: Buffer): Set<string> {
  const hashes = new Set<string>();
  for (const name of ['script', 'style']) {
    for (let tag = html.indexOf(`<${name}`); tag >= 0; tag = html.indexOf(`<${name}`, tag + 1)) {
      const start = html.indexOf('>', tag) + 1;
      const end = html.indexOf(`</${name}>`, start);
      if (end > start) hashes.add(`'sha256-${hash('sha256', html.subarray(start, end), 'base64')}'`);
    }
  }
  return hashes;
}

/** What Astro cannot know of a page's policy (SECURITY.md §4). */
function addCspDirectives(policy: string, siteUrl: string): string {
  const scripts = "require-trusted-types-for 'script'; trusted-types site-html";
  const upgrade = siteUrl.startsWith('https:') ? 'upgrade-insecure-requests; ' : '';
  return `${policy.trim().replace(/;$/, '')}; ${scripts}; frame-ancestors 'none'; ${upgrade}report-uri /api/csp-report; report-to csp`;
}
