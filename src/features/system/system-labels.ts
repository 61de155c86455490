import { getSiteFacts } from '#api/domain/site-facts.ts';
import type { WorkName } from '#api/domain/work-names.ts';
import type { SystemJson } from './system-api.ts';

type Part = SystemJson['parts'][number]['part'];

/** What each part is called, and what its state means for readers and editors. */
export const PARTS: Record<Part, { name: string; works: string; fails: string }> = {
  mail: { name: 'Mail', works: 'Emails are sent.', fails: 'Emails wait until the mail server takes them.' },
  uploads: {
    name: 'Images and videos',
    works: 'They can be stored and read.',
    fails: 'Uploads fail, and images may be missing on pages.',
  },
  publishing: {
    name: 'Publishing',
    works: 'Changes go live.',
    fails: 'A change couldn’t be published. What was live before stays live.',
  },
  cdn: {
    name: 'CDN',
    works: 'It hears which pages changed.',
    fails: 'Visitors may see old pages. We’ll keep trying.',
  },
  billing: {
    name: 'Billing',
    works: 'It agrees with Stripe.',
    fails: 'The last comparison found differences from Stripe that it couldn’t repair.',
  },
  backups: {
    name: 'Backups',
    works: 'There is a proven one that is young enough.',
    fails:
      'Backups, or the copies of changes between them, aren’t proven. What is saved now could be lost with the server.',
  },
  disk: {
    name: 'Disk',
    works: 'There is space to save.',
    fails: 'The disk is full. Pages are served, but nothing can be saved or published.',
  },
};

/** Words for the work that held the server; routes are named as they are. */
export const WORKS: Record<WorkName, string> = {
  pages: 'Requests for pages',
  uploads: 'Requests for images and videos',
  previews: 'Requests for previews',
  releases: 'Requests for earlier releases',
  publishing: 'Publishing',
  imports: 'Importing',
  backups: 'Backing up',
  mail: 'Sending emails',
  billing: 'Stripe events',
  webhooks: 'Sending webhooks',
  'publication-texts': 'Fetching texts of publications',
  'user-deletions': 'Deleting users',
  blacklist: 'Canceling subscriptions of blacklisted users',
  'complimentary-plans': 'Ending given plans',
  'price-moves': 'Moving subscribers to another price',
  'tax-moves': 'Moving subscribers to another tax rate',
  schedules: 'Publishing scheduled changes',
  alerts: 'Checking for alerts',
  housekeeping: 'Deleting what has expired',
};

export const QUEUES: Record<SystemJson['queues'][number]['queue'], string> = {
  mail: 'Emails',
  publishes: 'Publishes',
  cdn_purges: 'CDN purges',
  get openshelf_webhooks() {
    return `${getSiteFacts().shelf} webhooks`;
  },
  subscription_webhooks: 'Subscription webhooks',
  stripe_events: 'Stripe events',
};

export const KINDS: Record<SystemJson['backups']['list'][number]['kind'], string> = {
  hourly: 'Hourly',
  daily: 'Daily',
  manual: 'By hand',
  'before-migration': 'Before an update',
};

export const PLACES: Record<SystemJson['backups']['place'], string> = {
  bucket: 'In the bucket',
  folder: 'In a folder of their own',
  'data-directory': 'On the disk of the database. They don’t help when the disk is lost: set BACKUPS_DIR or a bucket.',
};
