/** What the covers of posts and pages without an image show. The first is the demo's. */
export const coverMotifs = ['hills', 'harbour', 'waves', 'routes', 'sails'] as const;
export type CoverMotif = (typeof coverMotifs)[number];

export const defaultCoverMotif: CoverMotif = 'hills';

export const coverMotifLabels: Record<CoverMotif, string> = {
  hills: 'Hills and ferns',
  harbour: 'Harbour',
  waves: 'Waves',
  routes: 'Routes',
  sails: 'Sails',
};
