import { and, eq, ne } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import type { FieldFault } from '#api/domain/fields.ts';
import { mapRichTexts } from '#api/domain/fields.ts';
import { findLegalSection } from '#api/domain/legal-versions.ts';
import { sectionKinds } from '#api/domain/section-kinds.ts';
import {
  completePage,
  findRemovalFault,
  getPageName,
  listPageChanges,
  listPageFaults,
  type PageSection,
  type SitePage,
} from '#api/domain/site-pages.ts';
import { requireFewTags } from '#api/features/drafts/content/content.service.ts';
import { followPagesStatements, readRedirectsSnapshot } from '#api/features/redirects/following/following.service.ts';
import {
  createSitePart,
  type PartDraft,
  type PublishEffects,
} from '#api/features/site-changes/site-changes.service.ts';
import type { HtmlProcessor } from '#api/adapters/html/html-processor.ts';
import { invalidFieldError } from '#api/http/errors.ts';
import type { Database } from '#db/client.ts';
import { legalVersions, siteParts } from '#db/schema/index.ts';
import type { Statement } from '#db/write.ts';
import { pageSchema } from '#api/features/pages/pages.contract.ts';

type PageDraft = PartDraft<SitePage>;
export type Addressed = { id: number; address: string };

/** The pages of the owner, as drafts and publishes know them. */
export const pagePart = createSitePart<SitePage>({
  subject: 'page',
  permission: 'settings.manage',
  deletionUndo: 'page.deleted',
  noun: 'page',
  fields: pageSchema,
  notFoundMessage: 'This page no longer exists.',
  complete: completePage,
  getTitle: getPageName,
  getAddress: ({ address }) => address,
  prepareFields: sanitizePage,
  listFaults,
  listChanges: listPageChanges,
  planPublish,
});

/** Sanitises the formatted text of all sections, as posts are: what is stored is shown as it is. @throws validation_failed */
async function sanitizePage(html: HtmlProcessor, page: SitePage): Promise<SitePage> {
  const sections: PageSection[] = [];
  for (const [at, section] of page.sections.entries()) {
    const fields = await mapRichTexts(
      sectionKinds[section.kind].fields,
      section.fields,
      async (text, { label, max }) => {
        if (text === '') return text;
        requireFewTags(text);
        const prepared = await html.run('prepareContent', text, max);
        if (!('tooLong' in prepared)) return prepared.content;
        throw invalidFieldError(`sections.${at}.fields`, `‘${label}’ is too long.`);
      },
    );
    sections.push({ ...section, fields } as PageSection);
  }
  return { ...page, sections };
}

/** The addresses that have a page now, but for these pages. */
export async function listLiveAddresses({ orm }: Database, isLeftOut: (id: number) => boolean): Promise<Addressed[]> {
  const rows = await orm
    .select({ id: siteParts.id, address: siteParts.address })
    .from(siteParts)
    .where(and(eq(siteParts.kind, 'page'), eq(siteParts.state, 'live')));
  return rows.flatMap(({ id, address }) => (isLeftOut(id) ? [] : [{ id, address: address ?? '' }]));
}

/** Each page is looked at as if all of these were published. */
async function listFaults(
  { db }: Pick<Deps, 'db'>,
  pages: readonly PageDraft[],
  findLinkFault: (path: string) => string | null,
): Promise<FieldFault[][]> {
  const ids = new Set(pages.map(({ id }) => id));
  const upcoming = pages.map(({ id, fields }) => ({ id, address: fields.address }));
  const addresses = [...(await listLiveAddresses(db, (id) => ids.has(id))), ...upcoming];
  return pages.map(({ id, before, fields }) => {
    const otherAddresses = addresses.flatMap((other) => (other.id === id ? [] : [other.address]));
    const isMoved = before !== null && before.address !== fields.address;
    const fault = isMoved ? findRemovalFault(before.address) : null;
    return [
      ...(fault ? [{ path: 'address', message: fault }] : []),
      ...listPageFaults(fields, { otherAddresses, findLinkFault }),
    ];
  });
}

/** An address that a page leaves redirects to the page, and an address that has a page now redirects no more. */
async function planPublish(
  { db }: Pick<Deps, 'db'>,
  pages: readonly PageDraft[],
  { userId, now }: { userId: number | null; now: number },
): Promise<PublishEffects> {
  const isTaken = (address: string) => pages.some(({ fields }) => fields.address === address);
  const changed = pages.filter(({ before, fields }) => before?.address !== fields.address);
  const moved = changed.flatMap(({ before, fields }) =>
    before && !isTaken(before.address) ? [{ from: before.address, to: fields.address }] : [],
  );
  const changes = { moved, taken: changed.map(({ fields }) => fields.address) };
  const redirects = await readRedirectsSnapshot(db, changes);
  const hasChanges = moved.length > 0 || redirects.rows.length > 0;
  // Two pages may exchange their addresses, which no two live pages share at any time.
  const release = changed.map(({ id }) =>
    db.orm
      .update(siteParts)
      .set({ state: 'new' })
      .where(and(eq(siteParts.id, id), ne(siteParts.state, 'deleted'))),
  );
  const reason = 'Redirects of pages with another address';
  return {
    statements: [...release, ...keepReplacedVersions(db, pages, now)],
    lastStatements: hasChanges ? followPagesStatements(db, changes, { actorId: userId, now, reason }) : [],
    redirects: hasChanges ? redirects : null,
  };
}

/** A legal text that is published as another version can still be read as what it was. */
function keepReplacedVersions({ orm }: Database, pages: readonly PageDraft[], now: number): Statement[] {
  return pages.flatMap(({ id, before, fields }) => {
    const version = before && findLegalSection(before)?.fields.version;
    if (!version || version === findLegalSection(fields)?.fields.version) return [];
    const kept = { fields: before, replacedAt: now };
    const row = { pageId: id, version, ...kept };
    return orm
      .insert(legalVersions)
      .values(row)
      .onConflictDoUpdate({ target: [legalVersions.pageId, legalVersions.version], set: kept });
  });
}
