import { and, eq, inArray } from 'drizzle-orm';
import type { SiteNavigation } from '#api/domain/site-navigation.ts';
import type { SitePage } from '#api/domain/site-pages.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import type { SiteSettings } from '#api/domain/site-settings.ts';
import { findDraft, saveDraft } from '#api/features/drafts/drafts.service.ts';
import { deletePage } from '#api/features/pages/deletion/deletion.service.ts';
import { createPage } from '#api/features/pages/pages.service.ts';
import { pagePart } from '#api/features/pages/part/part.service.ts';
import {
  type AnySitePart,
  discardSiteParts,
  publishSiteParts,
} from '#api/features/site-changes/site-changes.service.ts';
import { productPart } from '#api/features/site-catalogue/parts/parts.service.ts';
import {
  listDueSchedules,
  publishSchedule,
  scheduleSiteParts,
} from '#api/features/site-changes/schedule/schedule.service.ts';
import { navigationPart } from '#api/features/site-navigation/site-navigation.service.ts';
import { settingsPart } from '#api/features/site-settings/site-settings.service.ts';
import { undoActions } from '#api/features/undo/undo.service.ts';
import { AppError } from '#api/http/errors.ts';
import { drafts, siteParts } from '#db/schema/index.ts';
import type { TestSite } from './test-site.ts';

const parts: readonly AnySitePart[] = [settingsPart, navigationPart, pagePart, productPart];
type Kind = 'settings' | 'navigation' | 'page' | 'product';

/** Writes a word into a part, where visitors see it. */
const writeMarker = {
  settings: (fields: SiteSettings, marker: string) => ({
    ...fields,
    company: { ...fields.company, legal_name: `Firm ${marker}` },
  }),
  navigation: (fields: SiteNavigation, marker: string) => ({
    ...fields,
    footer_line: [{ label: `Line ${marker}`, href: '/' }],
  }),
  page: (fields: SitePage, marker: string) => ({ ...fields, title: `Page ${marker}` }),
  // Its waiting list opens or closes with it, and the style sheet of the company has its colour.
  product: (fields: SiteProduct, marker: string) => ({
    ...fields,
    name: `Product ${marker}`,
    colour: fields.colour === '' ? '#7a3e9d' : '',
    has_waiting_list: !fields.has_waiting_list,
  }),
};

/** Settings, menus, pages and products, as their owner changes them beside the posts. What is live is what the database has. */
export class SitePartsModel {
  readonly #newMarker: () => string;
  readonly #getUserId: () => Promise<number>;
  #serial = 0;
  #undoIds: string[] = [];

  constructor(newMarker: () => string, getUserId: () => Promise<number>) {
    this.#newMarker = newMarker;
    this.#getUserId = getUserId;
  }

  /** Writes a new word into the draft of a part; of a page perhaps another address, too. */
  async write(site: TestSite, kind: Kind, index: number, isMoved = false): Promise<void> {
    const row = await this.#pick(site, kind, index);
    if (!row) return;
    const part = parts.find(({ subject }) => subject === kind) as AnySitePart;
    const draft = await findDraft(site, part, row.id);
    const fields = writeMarker[kind](part.complete(draft?.fields ?? row.fields) as never, this.#newMarker());
    if (isMoved) Object.assign(fields, { address: this.#newAddress() });
    const input = {
      fields,
      content: '',
      client_id: 'session-of-the-owner',
      version: draft?.version ?? 0,
      base_revision: row.revision,
    };
    await skipRefused(() => this.#getUserId().then((userId) => saveDraft(site.deps, part, row.id, input, userId)));
  }

  /** A copy of a page, published at once. */
  async create(site: TestSite, index: number): Promise<void> {
    const row = await this.#pick(site, 'page', index);
    if (!row) return;
    const request = { title: `Page ${this.#newMarker()}`, address: this.#newAddress(), copy_of: row.id };
    await createPage(site.deps, request, await this.#getUserId());
    await this.publish(site);
  }

  async delete(site: TestSite, index: number, redirectTo: string | null): Promise<void> {
    const row = await this.#pick(site, 'page', index);
    if (!row) return;
    const { id, revision } = row;
    const userId = await this.#getUserId();
    await skipRefused(async () => {
      const { undo } = await deletePage(site.deps, id, { revision, redirect_to: redirectTo }, userId);
      if (undo) this.#undoIds.push(undo.id);
    });
  }

  /** Publishes all drafts together. */
  async publish(site: TestSite): Promise<void> {
    const refs = await this.#listDrafts(site);
    if (refs.length === 0) return;
    const userId = await this.#getUserId();
    await skipRefused(async () => {
      const { undo } = await publishSiteParts(site.deps, parts, refs, userId);
      if (undo) this.#undoIds.push(undo.id);
    });
  }

  /** Publishes all drafts as they are now in so many milliseconds. */
  async schedule(site: TestSite, inMs: number): Promise<void> {
    const refs = await this.#listDrafts(site);
    if (refs.length === 0) return;
    const userId = await this.#getUserId();
    const publishAt = site.clock.now() + inMs;
    await skipRefused(() => scheduleSiteParts(site.deps, parts, { refs, publishAt }, userId));
  }

  /** Publishes what is due, as the worker does. */
  async publishDue(site: TestSite): Promise<void> {
    for (const due of await listDueSchedules(site.db, site.clock.now())) await publishSchedule(site.deps, parts, due);
  }

  async discard(site: TestSite): Promise<void> {
    const refs = await this.#listDrafts(site);
    if (refs.length > 0) await discardSiteParts(site.deps, parts, refs, await this.#getUserId());
  }

  /** Undoes the last publish or deletion, if it still can be. */
  async undo(site: TestSite): Promise<void> {
    const id = this.#undoIds.pop();
    const userId = await this.#getUserId();
    if (id) await skipRefused(() => undoActions(site.deps, [id], { id: userId, role: 'admin' }));
  }

  /** The address and the words of each part that is live. */
  async listLive(site: TestSite): Promise<{ path: string; markers: string[] }[]> {
    const rows = await site.db.orm
      .select({ kind: siteParts.kind, fields: siteParts.fields })
      .from(siteParts)
      .where(eq(siteParts.state, 'live'));
    return rows.map(({ kind, fields }) => ({
      path: kind === 'page' ? String(fields.address) : '/',
      markers: [...new Set(JSON.stringify(fields).match(/zq\d+qz/g))],
    }));
  }

  async #listDrafts(site: TestSite) {
    const rows = await site.db.orm
      .select({ kind: drafts.kind, id: drafts.subjectId, version: drafts.version })
      .from(drafts)
      .where(inArray(drafts.kind, ['settings', 'navigation', 'page', 'product']));
    return rows as { kind: Kind; id: number; version: number }[];
  }

  async #pick({ db }: TestSite, kind: Kind, index: number) {
    const rows = await db.orm
      .select({ id: siteParts.id, fields: siteParts.fields, revision: siteParts.revision })
      .from(siteParts)
      .where(and(eq(siteParts.kind, kind), inArray(siteParts.state, ['live', 'new'])));
    return rows[index % Math.max(1, rows.length)];
  }

  #newAddress(): string {
    this.#serial += 1;
    // Some addresses are used again, by the same page or another one.
    return `/place-${this.#serial % 5}`;
  }
}

/** What the rules refuse is left: another page has the address, or the home page is to be deleted. */
async function skipRefused(change: () => Promise<unknown>): Promise<void> {
  await change().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
