import { createHash } from 'node:crypto';
import { getSite } from '#src/lib/site.ts';
import { fillTexts } from '#src/lib/texts.ts';
import source from './close-announcement.js?raw';

/** Runs before the first paint, so that a line that was closed never shows up, and no page moves. */
const script = source.replace(/\n\s*/g, '');
export const announcementScriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}` as const;

/** The line above the header with its script, or null. `key` names the text: another one is shown to those who closed it before, too. */
export function readAnnouncement() {
  const announcement = fillTexts(getSite().announcement);
  if (!announcement) return null;
  const key = createHash('sha256').update(JSON.stringify(announcement)).digest('hex').slice(0, 8);
  return { ...announcement, key, script };
}
