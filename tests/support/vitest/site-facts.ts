import { setCatalogueSource } from '#api/domain/catalogue.ts';
import { setSiteFactsSource } from '#api/domain/site-facts.ts';
import { toSiteFacts } from '#api/domain/site-settings.ts';
import { demoCatalogue } from '../site/demo-catalogue.ts';
import { demoSettings } from '#db/seed/site/settings.ts';

// Without a server that reads the settings, tests format as the demo does.
const facts = toSiteFacts(demoSettings, 'OpenShelf');
setSiteFactsSource(() => facts);
setCatalogueSource(() => demoCatalogue);
