/** `example.com` of an address, as people say it; empty for one of this site. */
export const formatHost = (href: string): string => (URL.parse(href)?.hostname ?? '').replace(/^www\./, '');
