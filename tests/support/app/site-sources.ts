import { setCatalogueSource } from '#api/domain/catalogue.ts';
import type { Catalogue } from '#api/domain/catalogue-types.ts';
import { setSiteFactsSource, type SiteFacts } from '#api/domain/site-facts.ts';
import { toSiteFacts } from '#api/domain/site-settings.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { demoCatalogue } from '../site/demo-catalogue.ts';

type SiteSources = { catalogue: () => Catalogue; facts: () => SiteFacts };

const demoFacts = toSiteFacts(demoSettings, 'OpenShelf');
const demo: SiteSources = { catalogue: () => demoCatalogue, facts: () => demoFacts };

/** The sites that a test has open, the newest last: the process sells and formats by that one. */
const used: SiteSources[] = [demo];

function apply(): void {
  const { catalogue, facts } = used.at(-1) ?? demo;
  setCatalogueSource(catalogue);
  setSiteFactsSource(facts);
}

/** Lets this process sell and format by other sources. Returns what ends that: those from before are used again. */
export function pushSiteSources(sources: Partial<SiteSources>): () => void {
  const entry = { ...(used.at(-1) ?? demo), ...sources };
  used.push(entry);
  apply();
  return () => {
    const at = used.indexOf(entry);
    if (at !== -1) used.splice(at, 1);
    apply();
  };
}

/** As at the start of each test file, whatever an earlier one has left open. */
export function resetSiteSources(): void {
  used.splice(0, used.length, demo);
  apply();
}
