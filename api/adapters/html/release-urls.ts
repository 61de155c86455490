/** URLs that the site no longer answers for: API, uploads, previews of releases, and other hosts. */
const isElsewhere = (url: string) => /^\/(\/|api\/|uploads\/|release\/)/.test(url) || !url.startsWith('/');

/** A URL of a page at `siteUrl` as it is under `base`, the path at which a release is viewed. */
export function rewriteUrl(url: string, { base, siteUrl }: { base: string; siteUrl: string }): string {
  const own = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  return isElsewhere(own) ? own : `${base}${own}`;
}

/** Replaces every absolute address in `url(...)` of a style sheet by what `rewrite` returns. */
export function rewriteCssUrls(css: string, rewrite: (address: string) => string): string {
  return css.replace(/url\(\s*(["']?)(\/[^"')]*)\1\s*\)/g, (_all, quote: string, address: string) => {
    return `url(${quote}${rewrite(address)}${quote})`;
  });
}
