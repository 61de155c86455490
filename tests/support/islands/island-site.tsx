import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { cleanStores } from 'nanostores';
import { expect, vi } from 'vitest';
import type { UserRow } from '#api/adapters/lucia-sessions.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import { toUserJson } from '#api/features/users/users.service.ts';
import { queryCache } from '#src/lib/use-query.ts';
import { $publishes } from '#src/stores/publishes.ts';
import { $session, startSession } from '#src/stores/session.ts';
import { createTestApp, type TestApp } from '../app/test-app.ts';
import { createTestSession, createUser, toRequestInit } from '../app/users.ts';
import type { FakeClock } from '../clock/fake-clock.ts';
import { createFakeNetwork, type FakeNetwork } from './fake-network.ts';

/** The islands read the system time, which is faked; the API uses the same clock. */
const clock: FakeClock = {
  now: () => Date.now(),
  advance: (milliseconds) => void vi.advanceTimersByTime(milliseconds),
  set: (iso) => void vi.setSystemTime(iso),
};
type Timers = 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval';
const TIMERS: Timers[] = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'];

export type IslandSite = TestApp & {
  network: FakeNetwork;
  /** Simulates user input. */
  user: UserEvent;
  /** URLs to which the island has navigated. */
  navigations: string[];
  /** Creates a user and signs it in in this browser. */
  signIn(role?: UserRole): Promise<UserRow>;
  /** Renders an island on a new page. */
  open(island: ReactElement, path?: string): void;
  /** Clicks the button of this name; waits for it to appear. */
  press(name: string | RegExp): Promise<void>;
  /** Opens the menu of a row and chooses an action. */
  chooseAction(row: string, label: string): Promise<void>;
  /** Calls the API as an admin. */
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the response that it expects
  call(method: string, path: string, body?: unknown): Promise<any>;
};

/**
 * A browser page over the whole API and a new database; closed after the test. With fake timers `clock.advance`
 * runs what is due; without them only the date is fake.
 */
export async function createIslandSite({ hasFakeTimers = false } = {}): Promise<IslandSite> {
  vi.useFakeTimers({ toFake: ['Date', ...(hasFakeTimers ? TIMERS : [])], shouldAdvanceTime: hasFakeTimers });
  const test = await createTestApp(clock);
  const network = createFakeNetwork(window.location.origin, (request) => test.app.fetch(request));
  vi.stubGlobal('fetch', network.fetch);
  const navigations: string[] = [];
  const recordNavigation = (address: string | URL) => void navigations.push(String(address));
  vi.spyOn(window.location, 'assign').mockImplementation(recordNavigation);
  vi.spyOn(window.location, 'replace').mockImplementation(recordNavigation);
  setPath('/');
  const admin = { token: '' };
  cleanups.push(() => test.close());
  const user = userEvent.setup({ delay: null });
  return {
    ...test,
    network,
    navigations,
    user,
    press: async (name) => user.click(await screen.findByRole('button', { name })),
    async chooseAction(row, label) {
      await user.click(await screen.findByRole('button', { name: `Actions for ${row}` }));
      await user.click(await screen.findByRole('menuitem', { name: label }));
    },
    async signIn(role = 'user') {
      const row = await createUser(test, { role });
      startSession({ token: await createTestSession(test, row), user: toUserJson(row) });
      return row;
    },
    open(island, path = '/') {
      setPath(path);
      // Each page has a cache of its own.
      queryCache.clear();
      document.body.innerHTML = '<main><span data-screen-count></span><div data-screen-action></div><div></div></main>';
      const container = document.querySelector<HTMLElement>('main > :last-child');
      render(island, container ? { container } : {});
    },
    async call(method, path, body) {
      admin.token ||= await createTestSession(test, await createUser(test, { role: 'admin' }));
      const response = await test.app.request(path, toRequestInit(admin.token, method, body));
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? null : response.json();
    },
  };
}

const cleanups: (() => Promise<void>)[] = [];

const setPath = (path: string) => history.replaceState(null, '', path);

/** Leaves nothing of a test behind. `setup-islands.ts` calls it: files of a worker share this module. */
export async function closeIslandSite(): Promise<void> {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  $session.set({ status: 'signed-out', user: null, reason: 'visitor' });
  cleanStores($publishes);
  $publishes.set({ connection: 'connecting', byId: new Map(), byBlogId: new Map(), site: null });
  document.body.replaceChildren();
  for (const close of cleanups.splice(0)) await close();
  vi.useRealTimers();
}

/** The message in the toast area. */
export const findToast = (message: string | RegExp) => screen.findByText(message, { selector: '.toast span' });

/** A failure that the open dialog or the screen itself tells: its title and the reason are in one place, and no toast repeats it. */
export async function findFailure(title: string, reason?: string | RegExp) {
  const notice = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.form-error')].filter((each) =>
      each.textContent.includes(title),
    );
    expect(found).toHaveLength(1);
    return found[0] as HTMLElement;
  });
  if (reason !== undefined) within(notice).getByText(reason);
  expect([...document.querySelectorAll('.toast-error')].map(({ textContent }) => textContent)).toEqual([]);
  return notice;
}

/** The open dialog. */
export async function findDialog(name?: string | RegExp) {
  const dialog = await screen.findByRole('dialog', name === undefined ? {} : { name });
  return { dialog, ...within(dialog) };
}

/** Waits until the element has the focus. */
export const expectFocus = (find: () => Element) => waitFor(() => expect(document.activeElement).toBe(find()));
