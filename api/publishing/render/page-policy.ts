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
  const policy = addCspDirectives(ownPolicy, siteUrl, listFrameOrigins(html));
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

const EMBED_START = '<figure class="embed';
const FRAME = /^<figure class="embed embed-[a-z]+" data-frame="(https:\/\/[a-z0-9.-]+)\//;
/** Longer than the class and the host of any embed. */
const FRAME_MAX_LENGTH = 400;

/** The origins of embeds, which content cannot write: the sanitiser leaves neither the class nor the attribute. */
function listFrameOrigins(html: Buffer): string[] {
  const origins = new Set<string>();
  for (let tag = html.indexOf(EMBED_START); tag >= 0; tag = html.indexOf(EMBED_START, tag + 1)) {
    const [, origin] = FRAME.exec(html.toString('latin1', tag, tag + FRAME_MAX_LENGTH)) ?? [];
    if (origin) origins.add(origin);
  }
  return [...origins].sort();
}

/** What Astro cannot know of a page's policy (SECURITY.md §4). */
function addCspDirectives(policy: string, siteUrl: string, frameOrigins: readonly string[]): string {
  const scripts = "require-trusted-types-for 'script'; trusted-types site-html";
  const upgrade = siteUrl.startsWith('https:') ? 'upgrade-insecure-requests; ' : '';
  const frames = frameOrigins.length > 0 ? `frame-src ${frameOrigins.join(' ')}; ` : '';
  return `${policy.trim().replace(/;$/, '')}; ${frames}${scripts}; frame-ancestors 'none'; ${upgrade}report-uri /api/csp-report; report-to csp`;
}
