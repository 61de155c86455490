import { resetSiteSources } from '../app/site-sources.ts';

// Without a server that reads the settings, tests format as the demo does.
resetSiteSources();
