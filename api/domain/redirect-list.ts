import { alphabetical, defineList, newestFirst, oneOf } from './list-definition.ts';

/** The redirects that admins made, newest first. */
export const redirectList = defineList({
  perPage: 20,
  search: { label: 'Search redirects', placeholder: 'Search by address' },
  filters: { kind: oneOf('Kind', 'All kinds', { permanent: 'Permanent', temporary: 'Temporary' }) },
  sort: { created_at: newestFirst('Since'), from: alphabetical('From'), to: alphabetical('To') },
});
