import { otherWorks } from './openshelf/others.ts';
import { pendingWorks } from './openshelf/pending.ts';
import { publishedWorks } from './openshelf/published.ts';

/** Publications of the demo, in every status. */
export const demoPublications = [...publishedWorks, ...otherWorks, ...pendingWorks];
