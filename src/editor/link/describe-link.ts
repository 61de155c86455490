/** What a link leads to, as far as its address says: its first line, and what kind of thing that is. */
export function describeLink(href: string): { title: string; note: string } {
  const [, scheme = ''] = /^([a-z]+):/i.exec(href) ?? [];
  if (scheme === 'mailto') return { title: href.slice(scheme.length + 1), note: 'Email address' };
  if (scheme === 'tel') return { title: href.slice(scheme.length + 1), note: 'Phone number' };
  if (scheme !== '')
    return { title: href.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''), note: 'Another site' };
  if (href.startsWith('#')) return { title: href, note: 'A place in this text' };
  return { title: href, note: 'A page of this site' };
}

/** The path of a page of this site, without what follows it; null for every other link. */
export const getSitePath = (href: string): string | null =>
  /^\/(?!\/)/.test(href) ? (href.split(/[?#]/)[0] ?? null) : null;
