import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { SiteContent } from '#api/domain/site-content.ts';
import { completeSettings, toSiteFacts } from '#api/domain/site-settings.ts';
import type { Database } from '#db/client.ts';
import { siteParts } from '#db/schema/index.ts';

/** What is published now. */
export async function loadSiteContent(db: Database): Promise<SiteContent> {
  const [settings] = await db.orm
    .select({ fields: siteParts.fields })
    .from(siteParts)
    .where(eq(siteParts.kind, 'settings'));
  return createSiteContent({ settings: settings?.fields ?? {} });
}

/** From the fields of the parts, published ones or drafts. */
export function createSiteContent(parts: { settings: Readonly<Record<string, unknown>> }): SiteContent {
  const settings = completeSettings(parts.settings);
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
  return { settings, facts: toSiteFacts(settings), hash };
}
