import { createSiteContent } from '#db/queries/site-content.ts';
import { demoSettings } from '#db/seed/site/settings.ts';

/** What the demo's owner has published. */
export const demoContent = createSiteContent({ settings: demoSettings });
