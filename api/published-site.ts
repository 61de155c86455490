import { setCatalogueSource } from '#api/domain/catalogue.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { setSiteFactsSource } from '#api/domain/site-facts.ts';
import type { Database } from '#db/client.ts';
import { isSitePublic } from '#db/queries/first-run.ts';
import { loadSiteContent } from '#db/queries/site-content.ts';

/** How soon a new site is public whose first run another server has published. */
const PUBLIC_CHECK_MS = 1_000;

/** The published content of the owner as this server knows it: read at the start and after each release. */
export class PublishedSite {
  readonly #db: Database;
  readonly #canBuy: boolean;
  #content: SiteContent;
  #isPublic: boolean;

  private constructor(db: Database, canBuy: boolean, content: SiteContent, isPublic: boolean) {
    this.#db = db;
    this.#canBuy = canBuy;
    this.#content = content;
    this.#isPublic = isPublic;
  }

  /** Reads it, and lets this process format dates and figures, and sell, by it. */
  static async open(db: Database, canBuy = true): Promise<PublishedSite> {
    const site = new PublishedSite(db, canBuy, await loadSiteContent(db, canBuy), await isSitePublic(db));
    setSiteFactsSource(() => site.content.facts);
    setCatalogueSource(() => site.content);
    return site;
  }

  get content(): SiteContent {
    return this.#content;
  }

  /** False until the first run of a new site is live. */
  get isPublic(): boolean {
    return this.#isPublic;
  }

  async reload(): Promise<void> {
    this.#content = await loadSiteContent(this.#db, this.#canBuy);
    await this.checkPublic();
  }

  /**
   * Looks each second whether the site is public now: another server may have brought its first run live. Returns what ends that.
   */
  watchPublic(onError: (error: unknown) => void): () => void {
    const watch = setInterval(() => {
      if (this.#isPublic) clearInterval(watch);
      else void this.checkPublic().catch(onError);
    }, PUBLIC_CHECK_MS).unref();
    return () => clearInterval(watch);
  }

  /** Once public, a site stays so. */
  async checkPublic(): Promise<void> {
    this.#isPublic ||= await isSitePublic(this.#db);
  }
}
