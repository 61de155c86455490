import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alphabetical, byId, defineList, newestFirst, oneOf } from '#api/domain/list-definition.ts';
import { formatCount } from '#api/domain/plurals.ts';
import { type StateOf, toExportQuery, toListQuery } from '#src/lib/list-address.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { InPageLink } from '#src/ui/navigation/InPageLink.tsx';
import { ListScreen } from '#src/ui/lists/ListScreen.tsx';
import { useFocusAfterRow } from '#src/ui/lists/use-focus-after-row.ts';
import { useList } from '#src/ui/lists/use-list.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { expectFocus } from '../../support/islands/island-site.tsx';

const boats = defineList({
  perPage: 2,
  search: { label: 'Search boats' },
  filters: {
    state: oneOf('State', 'All states', { afloat: 'Afloat', ashore: 'Ashore' }, { initial: 'afloat' }),
    rig: oneOf('Rig', 'All rigs', { sloop: 'Sloop', ketch: 'Ketch' }),
    ownerId: byId('Owner', { parameter: 'owner' }),
  },
  sort: { built_at: newestFirst('Built'), name: alphabetical('Name') },
  views: [
    { label: 'All', count: 'all', set: { rig: null } },
    { label: 'Sloops', count: 'sloop', set: { rig: 'sloop' } },
  ],
  viewsBy: 'rig',
  opens: 'boat',
});
type Boat = { id: number; name: string };
type State = StateOf<typeof boats>;
const NAMES = ['Aroha', 'Huia', 'Kea', 'Ruru', 'Tui'];

/** The boats of the harbour, and the answer of the server; replaced by the tests. */
let names: readonly string[];
let load: (state: State) => Promise<{ rows: Boat[]; total: number }>;
let queries: object[];
const listBoats = async ({ page }: State) => {
  const rows = names.map((name) => ({ id: NAMES.indexOf(name) + 1, name })).slice((page - 1) * 2, page * 2);
  return { rows, total: names.length };
};

beforeEach(() => {
  queries = [];
  names = NAMES;
  load = listBoats;
});
afterEach(() => history.replaceState(null, '', '/'));

const shown: { exportQuery: object | null } = { exportQuery: null };

function Boats() {
  const list = useList(boats, '/boats?harbour=west', async (state) => {
    queries.push(toListQuery(boats, state));
    return load(state);
  });
  const [sunk, setSunk] = useState<Boat | null>(null);
  const focusAfter = useFocusAfterRow(list, sunk !== null);
  const { isAllMatching, selected } = list.selection;
  shown.exportQuery = toExportQuery(boats, list.state, isAllMatching ? undefined : [...selected]);
  return (
    <main>
      <ListScreen
        list={list}
        title="Boats"
        noun={{ one: 'boat', many: 'boats' }}
        failure="Failed to fetch boats"
        counts={{ all: 5, sloop: 3 }}
        columns={[
          {
            sort: 'name',
            className: 'title-cell',
            cell: ({ id, name }) => (
              <InPageLink className="row-title" href={list.toRowHref(id)} onOpen={() => list.open(id)}>
                {name}
              </InPageLink>
            ),
          },
          { sort: 'built_at', width: 'narrow', cell: () => '1987' },
        ]}
        menu={(boat) => ({
          name: boat.name,
          groups: [[{ label: 'Sink...', icon: 'trash', onSelect: () => setSunk(boat) }]],
        })}
        selection={{ rowName: ({ name }) => name, actions: <button type="button">Paint</button> }}
        noMatches={{ title: 'No boats found', message: 'No boats match your filters.' }}
        empty={<EmptyState title="No boats yet" />}
      >
        <p>{list.state.open ? `Boat ${list.state.open} is open` : formatCount(list.total, 'boat')}</p>
      </ListScreen>
      {sunk && (
        <button
          type="button"
          onClick={() => {
            names = names.filter((name) => name !== sunk.name);
            focusAfter(sunk.id);
            setSunk(null);
            list.reload();
          }}
        >
          Sink it
        </button>
      )}
    </main>
  );
}

const user = userEvent.setup({ delay: null });
function open(query = '') {
  history.replaceState(null, '', `/boats?harbour=west${query}`);
  return render(<Boats />);
}
const readAddress = () => window.location.search.replace('?harbour=west', '');
const findBoat = (name: string) => screen.findByRole('link', { name });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const listShownNames = () => [...document.querySelectorAll('.row-title')].map(({ textContent }) => textContent);

describe('a list', () => {
  test('shows a skeleton with the heads of its columns while its first rows load', async () => {
    load = () => new Promise(() => undefined);
    open();
    await waitFor(() => expect(document.querySelector('.table-skeleton')).not.toBeNull());
    expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
      ...['Name', 'Built', 'Actions'],
    ]);
    await expectAccessible();
  });

  test('says why it could not be loaded and tries again with its filters', async () => {
    load = () => Promise.reject(new Error('Something broke.'));
    open('&rig=ketch');
    const panel = (await screen.findByRole('heading', { name: 'Failed to fetch boats' })).closest('.form-error');
    within(panel as HTMLElement).getByText('Something broke.');
    expect(document.querySelector('.table-skeleton, table, .empty-state')).toBeNull();
    await expectAccessible();
    load = listBoats;
    await press('Retry');
    await findBoat('Aroha');
    expect(screen.queryByText('Something broke.')).toBeNull();
    expect(queries.at(-1)).toMatchObject({ rig: 'ketch' });
  });

  test('keeps its rows under the error when it could not be loaded again', async () => {
    open();
    await findBoat('Aroha');
    load = () => Promise.reject(new Error('Something broke.'));
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await screen.findByText('Something broke.');
    expect(listShownNames()).toEqual(['Aroha', 'Huia']);
  });

  test('keeps its rows, marked busy, until the next ones are here', async () => {
    open();
    await findBoat('Aroha');
    const { promise, resolve: respond } = Promise.withResolvers<{ rows: Boat[]; total: number }>();
    load = () => promise;
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(document.querySelector('table')?.getAttribute('aria-busy')).toBe('true'));
    expect(listShownNames()).toEqual(['Aroha', 'Huia']);
    await act(async () => respond({ rows: [{ id: 3, name: 'Kea' }], total: 5 }));
    expect(listShownNames()).toEqual(['Kea']);
    expect(document.querySelector('table')?.getAttribute('aria-busy')).toBe('false');
  });

  test('says that there is nothing yet, and that nothing matches, which clears search and filters', async () => {
    load = async () => ({ rows: [], total: 0 });
    open('&search=tea&state=all&rig=sloop&owner=4&sort=name');
    await screen.findByRole('heading', { name: 'No boats found' });
    screen.getByText('No boats match your filters.');
    await expectAccessible();
    await press('Clear filters');
    expect(readAddress()).toBe('&sort=name');
    await screen.findByRole('heading', { name: 'No boats yet' });
    await expectAccessible();
  });

  test('shows rows with their menus, the order in the heads, views with counts and where one is', async () => {
    open('&page=2');
    await findBoat('Kea');
    expect(listShownNames()).toEqual(['Kea', 'Ruru']);
    screen.getByText('3–4 of 5 boats');
    const heads = [...document.querySelectorAll('th[aria-sort]')].map((head) => [
      head.textContent,
      head.getAttribute('aria-sort'),
    ]);
    expect(heads).toEqual([
      ['Name', 'none'],
      ['Built', 'descending'],
    ]);
    const views = within(screen.getByRole('navigation', { name: 'Boats by rig' })).getAllByRole('link');
    expect(views.map((view) => [view.textContent, view.getAttribute('aria-current')])).toEqual([
      ['All5', 'page'],
      ['Sloops3', null],
    ]);
    screen.getByRole('button', { name: 'Actions for Kea' });
    await expectAccessible();
  });
});

describe('the address of a list', () => {
  test('holds search, filters, order, page and the open row beside what the path has', async () => {
    open();
    await findBoat('Aroha');
    await user.click(screen.getByRole('link', { name: /^Sloops/ }));
    expect(readAddress()).toBe('&rig=sloop');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'All states');
    expect(readAddress()).toBe('&state=all&rig=sloop');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, Z to A');
    await user.type(screen.getByRole('searchbox', { name: 'Search boats' }), ' ke {Enter}');
    await user.click(screen.getByRole('link', { name: 'Page 3' }));
    const all = '&search=+ke+&state=all&rig=sloop&sort=name&order=DESC&page=3';
    expect(readAddress()).toBe(all);
    await findBoat('Tui');
    expect(queries.at(-1)).toEqual({
      page: 3,
      limit: 2,
      search: 'ke',
      state: undefined,
      rig: 'sloop',
      ownerId: undefined,
      sortBy: 'name',
      sortOrder: 'DESC',
    });
    const before = queries.length;
    await user.click(await findBoat('Tui'));
    await screen.findByText('Boat 5 is open');
    expect(readAddress()).toBe(`${all}&boat=5`);
    // The same rows are not loaded again.
    expect(queries).toHaveLength(before);
    await user.click(screen.getByRole('button', { name: 'Clear the filter Rig' }));
    // Any other change leads to the first page and closes the row.
    expect(readAddress()).toBe('&search=+ke+&state=all&sort=name&order=DESC');
  });

  test('leaves what it does not understand as it is at first', async () => {
    open('&state=sunk&rig=raft&owner=-1&sort=length&order=UP&page=0');
    await findBoat('Aroha');
    expect(queries).toEqual([
      expect.objectContaining({ page: 1, state: 'afloat', rig: undefined, ownerId: undefined, sortBy: 'built_at' }),
    ]);
  });

  test('shows the rows of before on Back', async () => {
    open('&owner=7&page=2');
    await findBoat('Kea');
    expect(queries.at(-1)).toMatchObject({ ownerId: 7, page: 2 });
    history.replaceState(null, '', '/boats?harbour=west');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await findBoat('Aroha');
    expect(queries.at(-1)).toMatchObject({ ownerId: undefined, page: 1 });
  });

  test('of a page that is no longer there becomes that of the last one', async () => {
    open('&page=9');
    await findBoat('Tui');
    expect(readAddress()).toBe('&page=3');
  });

  test.each([
    ['Name', '&sort=name', '&sort=name&order=DESC', 'descending'],
    ['Built', '&order=ASC', '', 'descending'],
  ])(
    'a click on the head %s sorts, another one turns the order, both from page 1',
    async (label, first, second, state) => {
      open('&page=2');
      await press(label);
      expect(readAddress()).toBe(first);
      await press(label);
      expect(readAddress()).toBe(second);
      expect(screen.getByRole('button', { name: label }).closest('th')?.getAttribute('aria-sort')).toBe(state);
    },
  );
});

describe('the selection of a list', () => {
  const bar = () => within(screen.getByRole('region', { name: 'Selected items' }));

  test('is one row, the page, or all that match; another page starts without one', async () => {
    open('&rig=sloop');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Huia' }));
    bar().getByText('1 selected');
    expect(bar().queryByRole('button', { name: /^Select all/ })).toBeNull();
    expect(shown.exportQuery).toMatchObject({ ids: '2', sortBy: 'built_at' });
    await expectAccessible();
    await user.click(screen.getAllByRole('checkbox', { name: 'Select all on this page' })[0] as HTMLElement);
    await user.click(bar().getByRole('button', { name: 'Select all 5 boats' }));
    bar().getByText('5 selected');
    bar().getByRole('button', { name: 'Paint' });
    expect(shown.exportQuery).toEqual({
      search: undefined,
      state: 'afloat',
      rig: 'sloop',
      ownerId: undefined,
      sortBy: 'built_at',
      sortOrder: 'DESC',
    });
    await user.click(bar().getByRole('button', { name: 'Select only this page' }));
    bar().getByText('2 selected');
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await findBoat('Kea');
    expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull();
  });

  test('is cleared by the button of the bar', async () => {
    open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Huia' }));
    await user.click(bar().getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected items' })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Huia' }).checked).toBe(false);
  });
});

describe('the keys of a list', () => {
  test('move through the rows, select, and lead to the search', async () => {
    open();
    await findBoat('Huia');
    await user.keyboard('jj');
    await expectFocus(() => screen.getByRole('link', { name: 'Huia' }));
    await user.keyboard('x');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Huia' }).checked).toBe(true);
    await user.keyboard('k');
    await expectFocus(() => screen.getByRole('link', { name: 'Aroha' }));
    await user.keyboard('/');
    await expectFocus(() => screen.getByRole('searchbox', { name: 'Search boats' }));
  });

  test('are listed', async () => {
    open();
    await findBoat('Huia');
    await press(/^Keyboard shortcuts/);
    const dialog = await screen.findByRole('dialog');
    for (const label of ['Search boats', 'Next boat', 'Previous boat', 'Select or deselect the boat']) {
      within(dialog).getByText(label);
    }
  });
});

describe('the focus after a row has gone', () => {
  const sink = async (name: string) => {
    await press(`Actions for ${name}`);
    await user.click(await screen.findByRole('menuitem', { name: 'Sink...' }));
    await press('Sink it');
  };

  test('is on the row in its place', async () => {
    open();
    await findBoat('Aroha');
    await sink('Aroha');
    await expectFocus(() => screen.getByRole('link', { name: 'Huia' }));
    expect(listShownNames()).toEqual(['Huia', 'Kea']);
  });

  test('is in the search where no row is left', async () => {
    names = ['Aroha'];
    open();
    await findBoat('Aroha');
    await sink('Aroha');
    await expectFocus(() => screen.getByRole('searchbox', { name: 'Search boats' }));
  });
});
