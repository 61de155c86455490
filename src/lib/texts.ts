import { fillPlaceholders, toPlaceholderValues } from '#api/domain/placeholders.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { getSite } from './site.ts';

const valuesBySite = new WeakMap<SiteContent, Record<string, string>>();

export function getPlaceholderValues(): Record<string, string> {
  const site = getSite();
  const values = valuesBySite.get(site) ?? toPlaceholderValues(site);
  valuesBySite.set(site, values);
  return values;
}

/** Texts with their placeholders filled in, in the shape that they have. Only while a page is rendered. */
export function fillTexts<Texts>(texts: Texts): Texts {
  const values = getPlaceholderValues();
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return fillPlaceholders(part, values);
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, fill(value)]));
  };
  return fill(texts) as Texts;
}
