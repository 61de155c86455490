import type { SiteFacts } from './site-facts.ts';
import type { SiteSettings } from './site-settings.ts';

/** What the owner has published, as one value that never changes: a publish makes a new one. */
export type SiteContent = {
  settings: SiteSettings;
  facts: SiteFacts;
  /** Of all that every page may show: another one renders every page again. */
  hash: string;
};
