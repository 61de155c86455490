import { eq } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { toIso } from '#api/clock.ts';
import type { Deps } from '#api/deps.ts';
import { isOfferedCurrency } from '#api/domain/currencies.ts';
import { listGonePages } from '#api/domain/feature-content.ts';
import { type Feature, featureNames, findFeature } from '#api/domain/features.ts';
import type { FieldFault } from '#api/domain/fields.ts';
import { describePriceFault } from '#api/domain/charge-amounts.ts';
import {
  completeSettings,
  listSettingsChanges,
  listSettingsFaults,
  type SiteSettings,
} from '#api/domain/site-settings.ts';
import { notFoundError } from '#api/http/errors.ts';
import type { DraftHandlers } from '#api/features/drafts/subjects/subjects.service.ts';
import { listPlans } from '#api/features/site-catalogue/site-catalogue.service.ts';
import { createSitePart, publishSiteParts } from '#api/features/site-changes/site-changes.service.ts';
import { documents, publications, siteParts, subscriptions, waitingListEntries } from '#db/schema/index.ts';
import { type FeaturesJson, type SettingsJson, settingsResponse, settingsSchema } from './site-settings.contract.ts';

/** The settings, as drafts and publishes know them. */
export const settingsPart = createSitePart<SiteSettings>({
  subject: 'settings',
  permission: 'settings.manage',
  noun: 'settings',
  fields: settingsSchema,
  notFoundMessage: 'Settings not found',
  complete: completeSettings,
  getTitle: () => 'Settings',
  listFaults: (deps, drafts) =>
    Promise.all(
      drafts.map(async ({ fields }) => [...listSettingsFaults(fields), ...(await findCurrencyFault(deps, fields))]),
    ),
  listChanges: listSettingsChanges,
});

/** The first plan whose price, as it is edited, can’t be charged in another currency that was chosen. */
async function findCurrencyFault(deps: Pick<Deps, 'db' | 'site'>, { language }: SiteSettings): Promise<FieldFault[]> {
  const { currency } = language;
  if (currency === deps.site.settings.language.currency || !isOfferedCurrency(currency)) return [];
  const { plans } = await listPlans(deps);
  const prices = plans
    .filter(({ is_archived: isArchived }) => !isArchived)
    .flatMap(({ name, price_month, price_year }) => [price_month, price_year].map((price) => ({ name, price })));
  for (const { name, price } of prices) {
    const fault = price === null ? null : describePriceFault(price, currency);
    if (fault !== null) return [{ path: 'language.currency', message: `${fault} Change the price of ${name} first.` }];
  }
  return [];
}

/** Which settings there are. @throws not_found */
export async function getSettings({ db }: Pick<Deps, 'db'>): Promise<SettingsJson> {
  const [row] = await db.orm.select().from(siteParts).where(eq(siteParts.kind, 'settings'));
  if (!row) throw notFoundError(settingsPart.notFoundMessage);
  return { id: row.id, revision: row.revision, updated_at: toIso(row.updatedAt) };
}

const NAMED_PAGES = 4;

/** Everyone with a place, each subscription, document and work. */
const storedTables: Record<Feature, SQLiteTable> = {
  waiting_lists: waitingListEntries,
  subscriptions,
  documentation: documents,
  openshelf: publications,
};

/** What turning off each feature does to the site as it is published. */
export async function listFeatures({ db, site }: Pick<Deps, 'db' | 'site'>): Promise<FeaturesJson> {
  const listed = site.listPages();
  const describe = async (name: Feature) => {
    const gone = new Set([
      ...listed.filter((path) => findFeature(path) === name),
      ...listGonePages([...site.pages.values()], [name]),
    ]);
    const pages = [...gone].sort().slice(0, NAMED_PAGES);
    return { name, page_count: gone.size, pages, stored: await db.orm.$count(storedTables[name]) };
  };
  return { features: await Promise.all(featureNames.map(describe)) };
}

/** Drafts of settings, for the routes of drafts. */
export const createSettingsDraftHandlers = (deps: Deps): DraftHandlers<SiteSettings, { settings: SettingsJson }> => ({
  kind: settingsPart,
  permission: 'settings.manage',
  tag: 'Settings (admin)',
  liveShape: { settings: settingsResponse },
  getLive: async () => ({ settings: await getSettings(deps) }),
  async publish(id, { version }, userId) {
    const published = await publishSiteParts(deps, [settingsPart], [{ kind: 'settings', id, version }], userId);
    return { settings: await getSettings(deps), ...published };
  },
});
