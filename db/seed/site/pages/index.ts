import { companyPages } from './company.ts';
import { genmatePages } from './genmate.ts';
import { home } from './home.ts';
import { privacy } from './privacy.ts';
import { taxmatePages } from './taxmate.ts';
import { terms } from './terms.ts';

/** The pages of the demo's company. */
export const demoPages = [home, ...genmatePages, ...taxmatePages, ...companyPages, terms, privacy];
