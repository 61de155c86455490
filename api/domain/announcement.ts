/** The line above the header: what it says at a moment, and when that changes. */
import { fromLocalTime } from './local-time.ts';
import type { Announcement, SiteContent } from './site-content.ts';

type Source = Pick<SiteContent, 'navigation' | 'settings'>;

/** From when until when (UTC ms) it is shown; null where nothing is announced. */
function readSpan({ navigation, settings }: Source): { from: number; until: number } | null {
  if (!navigation.announcement_is_shown || navigation.announcement_text.trim() === '') return null;
  const toInstant = (local: string, otherwise: number) => {
    const at = fromLocalTime(local, settings.language.time_zone);
    return Number.isNaN(at) ? otherwise : at;
  };
  return {
    from: toInstant(navigation.announcement_from, Number.NEGATIVE_INFINITY),
    until: toInstant(navigation.announcement_until, Number.POSITIVE_INFINITY),
  };
}

/** What is announced at `now` (UTC ms), or null. */
function getAnnouncement(source: Source, now: number): Announcement | null {
  const span = readSpan(source);
  if (!span || now < span.from || now >= span.until) return null;
  const { announcement_text: text, announcement_link: label, announcement_href: href } = source.navigation;
  return { text: text.trim(), link: href.trim() === '' ? null : { label: label.trim(), href: href.trim() } };
}

/** The site as it is at `now` (UTC ms): what is announced is on every page, so it is a part of the hash. */
export function announceAt(site: SiteContent, now: number): SiteContent {
  const announcement = getAnnouncement(site, now);
  return announcement ? { ...site, announcement, hash: `${site.hash} ${JSON.stringify(announcement)}` } : site;
}

/** Whether something else is announced at `now` than the site says. */
export const isAnnouncementOutdated = (site: SiteContent, now: number): boolean =>
  JSON.stringify(getAnnouncement(site, now)) !== JSON.stringify(site.announcement);

/** The first moment after `now` (UTC ms) at which it begins or ends, or null. */
export function findAnnouncementChange(source: Source, now: number): number | null {
  const { from, until } = readSpan(source) ?? {};
  const next = [from, until].find((at) => at !== undefined && Number.isFinite(at) && at > now);
  return next ?? null;
}
