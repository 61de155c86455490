import { screen } from '@testing-library/react';
import { WaitingListManagerIsland } from '#src/features/waiting-list/manager/WaitingListManager.island.tsx';
import { paths } from '#src/lib/paths.ts';
import { joinWaitingList } from '../app/waiting-list.ts';
import { createIslandSite, type IslandSite } from './island-site.tsx';

export const NOW = '2026-11-22T10:00:00.000Z';
export const LIST = '/api/waitinglist';

export type WaitingListSite = IslandSite & {
  openManager(query?: string): void;
  /** Adds people to the list of GenMate, one a day up to yesterday, the first with the longest wait. */
  addPeople(count: number, changes?: Record<string, unknown>): Promise<void>;
  execute(sql: string): Promise<void>;
  /** The invitation emails of these entries have failed for good. */
  failInvitations(where?: string): Promise<void>;
  /** The bodies sent to a path. */
  getBodies(path: string): unknown[];
};

/** The waiting list manager, signed in as an admin, over the whole API. */
export async function createWaitingListSite(): Promise<WaitingListSite> {
  const site = await createIslandSite();
  site.clock.set(NOW);
  await site.signIn('admin');
  const execute = async (sql: string) => void (await site.db.client.execute(sql));
  return {
    ...site,
    openManager: (query = '') => site.open(<WaitingListManagerIsland />, `${paths.waitingListManager}${query}`),
    async addPeople(count, changes = {}) {
      for (let at = 1; at <= count; at += 1) {
        const number = String(at).padStart(2, '0');
        await joinWaitingList(site, {
          email: `person${number}@example.com`,
          firstName: 'Person',
          lastName: number,
          intent: `Book ${number}`,
          ...changes,
        });
      }
      await execute(`
        UPDATE waiting_list_entries SET created_at = ${Date.parse(NOW)} - (${count + 1} - id) * 86400000,
        confirmed_at = ${Date.parse(NOW)}`);
    },
    execute,
    failInvitations: (where = 'TRUE') =>
      execute(`
        UPDATE outbox SET status = 'expired', last_error = 'email: RCPT TO 550'
        WHERE kind = 'waiting-list-invited' AND ${where}`),
    getBodies: (path) =>
      site.network.calls.filter((call) => call.path === path && call.body).map(({ body }) => JSON.parse(body)),
  };
}

export const findName = (name: string) => screen.findByRole('link', { name });
export const getNames = () => [...document.querySelectorAll('a.row-title')].map(({ textContent }) => textContent);
export const getBulkBar = () => document.querySelector('.bulk-bar') as HTMLElement;
export const getStats = () => [...document.querySelectorAll('.stat')].map(({ textContent }) => textContent).join(', ');
