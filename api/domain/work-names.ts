/** Names of all work of a server but requests to its API, which are named by their route. */
export const workNames = [
  'pages',
  'uploads',
  'previews',
  'releases',
  'publishing',
  'imports',
  'backups',
  'mail',
  'billing',
  'webhooks',
  'publication-texts',
  'user-deletions',
  'blacklist',
  'complimentary-plans',
  'price-moves',
  'tax-moves',
  'schedules',
  'alerts',
  'housekeeping',
] as const;
export type WorkName = (typeof workNames)[number];
