import { createHash } from 'node:crypto';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { type CheckedPrice, listUnsold } from '#api/domain/price-sale.ts';
import { leaveOutFeatures, leaveOutProducts } from '#api/domain/feature-content.ts';
import { createSiteBrand } from '#api/domain/site-brand.ts';
import { findLegalSection, type LegalVersions, toVersionPath } from '#api/domain/legal-versions.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { sortListed } from '#api/domain/listed-parts.ts';
import { completePlan, type PlanPriceRecord, toCatalogue } from '#api/domain/site-plans.ts';
import { completeProduct } from '#api/domain/site-products.ts';
import { completeNavigation } from '#api/domain/site-navigation.ts';
import { completePage, type SitePage } from '#api/domain/site-pages.ts';
import { completeSettings, listOffFeatures, toSiteFacts } from '#api/domain/site-settings.ts';
import type { Database } from '#db/client.ts';
import { listCheckedPrices } from './checked-prices.ts';
import { listEarlierNames } from './earlier-names.ts';
import { drafts, legalVersions, planPrices, siteParts } from '#db/schema/index.ts';

type StoredFields = Readonly<Record<string, unknown>>;

/** What is published now. `canBuy`: payments are connected. */
export async function loadSiteContent(db: Database, canBuy = true): Promise<SiteContent> {
  return collectSiteContent(
    db,
    canBuy,
    await db.orm
      .select({ id: siteParts.id, kind: siteParts.kind, fields: siteParts.fields })
      .from(siteParts)
      .where(eq(siteParts.state, 'live')),
  );
}

/** What would be published if every draft of the site were, finished or not. */
export async function loadDraftedSiteContent(db: Database, canBuy: boolean): Promise<SiteContent> {
  const rows = await db.orm
    .select({
      id: siteParts.id,
      kind: siteParts.kind,
      state: siteParts.state,
      live: siteParts.fields,
      draft: drafts.fields,
    })
    .from(siteParts)
    .leftJoin(drafts, and(sql`${drafts.kind} = ${siteParts.kind}`, eq(drafts.subjectId, siteParts.id)))
    .where(ne(siteParts.state, 'deleted'));
  const parts = rows.flatMap(({ id, kind, state, live, draft }) =>
    state === 'live' || draft !== null ? [{ id, kind, fields: draft ?? live }] : [],
  );
  return collectSiteContent(db, canBuy, parts);
}

type StoredPart = Pick<typeof siteParts.$inferSelect, 'id' | 'kind' | 'fields'>;

async function collectSiteContent(db: Database, canBuy: boolean, parts: readonly StoredPart[]): Promise<SiteContent> {
  const listFields = (kind: string) => parts.filter((part) => part.kind === kind).map(({ fields }) => fields);
  return createSiteContent({
    settings: listFields('settings')[0] ?? {},
    navigation: listFields('navigation')[0] ?? {},
    products: listFields('product'),
    plans: listFields('plan'),
    earlierPlanNames: await listEarlierNames(db, 'plan'),
    prices: await db.orm.select().from(planPrices).orderBy(desc(planPrices.createdAt), desc(planPrices.priceId)),
    pages: listFields('page'),
    canBuy,
    checked: canBuy ? await listCheckedPrices(db) : [],
    replaced: (await db.orm.select().from(legalVersions)).flatMap(({ pageId, ...version }) => {
      const page = parts.find(({ id }) => id === pageId);
      return page ? [{ ...version, address: String(page.fields.address) }] : [];
    }),
  });
}

/** A version of the legal page that is at `address` now. */
type ReplacedVersion = { address: string; version: string; fields: StoredFields; replacedAt: number };

/** From the fields of the parts, published ones or drafts. */
export function createSiteContent(parts: {
  settings: StoredFields;
  navigation: StoredFields;
  products: readonly StoredFields[];
  plans: readonly StoredFields[];
  prices?: readonly PlanPriceRecord[];
  /** By the keys of plans. */
  earlierPlanNames?: ReadonlyMap<string, readonly string[]>;
  pages: readonly StoredFields[];
  replaced?: readonly ReplacedVersion[];
  canBuy?: boolean;
  /** What the last check of the payment provider found. */
  checked?: readonly CheckedPrice[];
}): SiteContent {
  const settings = completeSettings(parts.settings);
  const products = sortListed(parts.products.map(completeProduct));
  const plans = parts.plans.map(completePlan);
  const catalogue = toCatalogue(
    { products, plans, prices: parts.prices ?? [], earlierNames: parts.earlierPlanNames ?? new Map() },
    settings.language.currency,
  );
  const livePages = parts.pages.map(completePage);
  const { earlierPages, legalVersions } = collectLegalVersions(livePages, parts.replaced ?? []);
  const given = { navigation: completeNavigation(parts.navigation), pages: [...livePages, ...earlierPages] };
  const { navigation, pages: shown } = leaveOutFeatures(leaveOutProducts(given, products), listOffFeatures(settings));
  const pages = [...shown]
    .sort((a, b) => (a.address < b.address ? -1 : 1))
    .map((page) => [page.address, { ...page, hash: hashFields([page, legalVersions.get(page.address)]) }] as const);
  const contactHref = findContactHref(shown, settings.company.email);
  const planContact = parts.canBuy === false ? contactHref : null;
  const unsold = listUnsold(catalogue, parts.checked ?? []);
  return {
    ...catalogue,
    settings,
    productParts: products,
    navigation,
    announcement: null,
    facts: toSiteFacts(settings, products.find(({ key }) => key === 'openshelf')?.name ?? ''),
    brand: createSiteBrand(settings, products, hashFields),
    planContact,
    contactHref,
    unsold,
    pages: new Map(pages),
    legalVersions,
    // No page shows which price it is at the payment provider, but every server takes up another one with a release.
    hash: hashFields({
      settings,
      navigation,
      plans: catalogue.plans,
      priceIds: listCurrent(catalogue),
      products,
      planContact,
      unsold,
    }),
  };
}

const listCurrent = ({ priceIds }: Pick<SiteContent, 'priceIds'>): string[] =>
  Object.values(priceIds).flatMap((ids) => ids.flatMap(({ priceId, isCurrent }) => (isCurrent ? [priceId] : [])));

/** The page with the ways to reach the company that is named so, else another one with them, else an email. */
function findContactHref(pages: readonly SitePage[], email: string): string {
  const withContact = pages
    .filter(({ sections }) => sections.some(({ kind, is_hidden: isHidden }) => kind === 'contact' && !isHidden))
    .map(({ address }) => address);
  return withContact.find((address) => address.endsWith('/contact')) ?? withContact[0] ?? `mailto:${email}`;
}

/** Earlier versions of the legal pages, the newest first, as pages beside them that search engines don’t list. */
function collectLegalVersions(pages: readonly SitePage[], replaced: readonly ReplacedVersion[]) {
  const earlierPages: SitePage[] = [];
  const legalVersions = new Map<string, LegalVersions>();
  for (const page of pages) {
    const { address } = page;
    const current = findLegalSection(page)?.fields.version;
    // One that came back is in effect again.
    const versions = replaced.filter((each) => each.address === address && each.version !== current);
    if (current === undefined || versions.length === 0) continue;
    const earlier = versions
      .sort((a, b) => b.replacedAt - a.replacedAt)
      .map(({ version, fields, replacedAt }) => {
        const path = toVersionPath(address, version);
        const earlierPage = completePage(fields);
        const title = `${earlierPage.title} (version ${version})`;
        earlierPages.push({ ...earlierPage, address: path, title, is_listed: false });
        const effectiveFrom = findLegalSection(earlierPage)?.fields.effective_from ?? '';
        return { version, path, effectiveFrom, replacedAt };
      });
    legalVersions.set(address, { earlier, current: null });
    for (const version of earlier) legalVersions.set(version.path, { earlier: [version], current: address });
  }
  return { earlierPages, legalVersions };
}

const hashFields = (fields: unknown): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);
