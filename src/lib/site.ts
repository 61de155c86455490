import { AsyncLocalStorage } from 'node:async_hooks';
import { setCatalogueSource } from '#api/domain/catalogue.ts';
import type { SiteContent } from '#api/domain/site-content.ts';
import { setSiteFactsSource } from '#api/domain/site-facts.ts';

/**
 * What the owner says about the company, for whatever is rendered on the server: each rendering has its own, since a preview of other
 * settings may be made at the same time. In a browser `getSiteFacts` says what a page needs.
 */
const renderedSite = new AsyncLocalStorage<SiteContent>();

setSiteFactsSource(() => getSite().facts);
setCatalogueSource(getSite);

export const renderWithSite = <Result>(site: SiteContent, render: () => Result): Result =>
  renderedSite.run(site, render);

/** @throws outside of a rendering */
export function getSite(): SiteContent {
  const site = renderedSite.getStore();
  if (!site) throw new Error('The content of the site is known only while a page is rendered.');
  return site;
}
