import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenshelfStatsJson } from '#api/features/openshelf/stats/stats.contract.ts';
import { StatsIsland } from '#src/features/openshelf/stats/Stats.island.tsx';
import { formatTime } from '#src/lib/format/dates.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createOpenshelfSite, type OpenshelfSite } from '../../support/islands/openshelf-site.ts';
import { createStats } from '../../support/islands/openshelf-stats.ts';

const PATH = '/api/admin/openshelf/stats';
let site: OpenshelfSite;
let answer: Partial<OpenshelfStatsJson>;

beforeEach(async () => {
  site = await createOpenshelfSite();
  answer = createStats();
  site.network.intercept('GET', PATH, () => Response.json({ data: answer }));
});

const open = () => site.open(<StatsIsland />, '/admin/openshelf/stats');
const readRows = (selector: string, root: ParentNode = document) =>
  [...root.querySelectorAll(selector)].map((each) => [...each.children].map(({ textContent }) => textContent));
const getChart = (name: string) => screen.getByRole('heading', { name }).closest('figure') as HTMLElement;
const countRequests = () => site.network.calls.filter(({ path }) => path === PATH).length;

describe('statistics', () => {
  test('have the sections of the specification, and figures with what they are a part of', async () => {
    open();
    await screen.findByRole('heading', { name: 'Overall Statistics' });
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(sections).toEqual([
      ...[
        'Overall Statistics',
        'Status Breakdown',
        'AI Review Performance',
        'Admin Review Performance',
        'Quick Actions',
      ],
    ]);
    expect(readRows('.figures li')).toEqual([
      ['1,284', 'publications'],
      ['821', 'published', '64% publication rate'],
      ['12', 'pending review', 'Oldest: 4 days ago'],
      ['74%', 'AI approval rate', '811 of 1,100 reviews'],
      ['87%', 'admin approval rate', '902 of 1,040 decisions'],
    ]);
    await expectAccessible();
  });

  test('show each status with its number and its share', async () => {
    open();
    await screen.findByRole('heading', { name: '64% of publications are published' });
    const chart = getChart('64% of publications are published');
    const lists = within(chart).getAllByRole('list');
    expect(lists.map((each) => readRows('li', each).map(([name, , number]) => `${name} ${number}`))).toEqual([
      ['Draft 212 17%', 'Submitted 9 0.7%', 'AI reviewing 4 0.3%', 'AI approved 3 0.2%', 'Admin reviewing 12 0.9%'],
      ['Approved 6 0.5%', 'Published 821 64%'],
      ['AI rejected 41 3%', 'Rejected 128 10%', 'Withdrawn 48 4%'],
    ]);
    within(chart).getByRole('list', { name: 'Under way' });
    const published = chart.querySelectorAll('rect')[6];
    expect(published?.getAttribute('width')).toBe('100%');
    expect(readRows('tbody tr', chart)).toContainEqual(['Published', '821', '64%']);
  });

  test('show how the AI decides, where reviewers differ, and how agreement grows with confidence', async () => {
    open();
    await screen.findByRole('heading', { name: 'The AI decides 84% itself and passes on 16%' });
    expect(readRows('tbody tr', getChart('The AI decides 84% itself and passes on 16%'))).toEqual([
      ['approved', '811', '74%'],
      ['needs review', '171', '16%'],
      ['rejected', '118', '11%'],
    ]);
    expect(readRows('.matrix tbody tr')).toEqual([
      ['AI approved', '752 agree', '38 differ'],
      ['Needs review', '104', '48'],
      ['AI rejected', '46 differ', '52 agree'],
    ]);
    screen.getByRole('heading', { name: 'Reviewers overruled the AI in 84 of 888 decisions' });
    const chart = getChart('From 80% confidence, reviewers nearly always agree');
    expect(within(chart).getByRole('img').getAttribute('aria-label')).toBe(
      'Agreement by confidence of the AI: 50–59%: 61% of 41 decisions; 60–69%: 72% of 78 decisions; ' +
        '70–79%: 84% of 162 decisions; 80–89%: 95% of 271 decisions; 90–100%: 98% of 336 decisions',
    );
    expect(readRows('tbody tr', chart).at(0)).toEqual(['50–59%', '61%', '41']);
    expect([...chart.querySelectorAll('rect')].map((bar) => bar.getAttribute('class'))).toEqual([
      ...['tone-neutral', 'tone-neutral', 'tone-neutral', 'tone-good', 'tone-good'],
    ]);
  });

  test('show decisions per week, and agreement by category with the two worst in yellow', async () => {
    open();
    const weeks = 'About 95 decisions a week, 9% ask for changes';
    await screen.findByRole('heading', { name: weeks });
    expect(readRows('tbody tr', getChart(weeks)).at(-1)).toEqual(['23 Nov', '21', '3', '2']);
    const texts = [...getChart(weeks).querySelectorAll('svg .value')].map(({ textContent }) => textContent);
    expect(texts).toEqual(['77', '92', '79', '77', '104', '98', '107', '93', '115', '108', '96', '26']);
    // Where the chart is narrow and the numbers are long, only the labelled weeks keep theirs.
    expect(getChart(weeks).querySelector('svg')?.getAttribute('data-value-length')).toBe('3');
    const kept = [...getChart(weeks).querySelectorAll('svg .value:not(.is-between)')];
    expect(kept.map(({ textContent }) => textContent)).toEqual(['79', '98', '115', '26']);
    screen.getByRole('heading', { name: 'Reviewers approve 87%' });
    const chart = getChart('The AI and reviewers differ most on Lifestyle and Creative Works');
    within(chart).getByText('Agreement by category, 888 decisions in which the AI had one.');
    const rows = [...chart.querySelectorAll('.chart-rows li')].map((each) => [
      each.firstElementChild?.textContent,
      each.querySelector('.number')?.textContent,
      each.querySelectorAll('rect')[1]?.getAttribute('class'),
    ]);
    expect(rows).toEqual([
      ['Fiction', '93% of 262', 'tone-good'],
      ['Non-Fiction', '92% of 204', 'tone-good'],
      ['Reference & Knowledge', '92% of 118', 'tone-good'],
      ['Academic & Professional', '92% of 84', 'tone-good'],
      ['Media & Mixed', '89% of 36', 'tone-good'],
      ['Creative Works', '85% of 112', 'tone-middle'],
      ['Lifestyle', '83% of 72', 'tone-middle'],
    ]);
  });

  test('every chart has its numbers as a table, except the matrix, which is one', async () => {
    open();
    await screen.findByRole('heading', { name: 'Quick Actions' });
    const charts = [...document.querySelectorAll('figure')];
    expect(charts.map((chart) => chart.querySelectorAll('table').length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    const [first] = screen.getAllByText('Show as a table');
    await site.user.click(first as HTMLElement);
    expect(first?.closest('details')?.hasAttribute('open')).toBe(true);
    await expectAccessible();
  });

  test('show that they load', async () => {
    site.network.hold('GET', PATH);
    open();
    await waitFor(() => expect(document.querySelector('.skeletons')).not.toBeNull());
    await expectAccessible();
  });

  test('say why they cannot be loaded, and are loaded again', async () => {
    const restore = site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    open();
    await screen.findByRole('heading', { name: 'Error Loading Statistics' });
    screen.getByText('Failed to fetch statistics: Something broke.');
    expect(document.querySelector('.toast')).toBeNull();
    await expectAccessible();
    restore();
    await site.press('Retry');
    await screen.findByRole('heading', { name: 'Overall Statistics' });
  });

  test('say that there are no publications yet', async () => {
    answer = { as_of: '2026-11-22T10:00:00.000Z' };
    open();
    await screen.findByRole('heading', { name: 'No publications yet' });
    expect(readRows('.figures li')).toEqual([
      ['0', 'publications'],
      ['0', 'published', '0% publication rate'],
      ['0', 'pending review', 'Nothing is waiting'],
      ['0%', 'AI approval rate', 'No reviews yet'],
      ['0%', 'admin approval rate', 'No decisions yet'],
    ]);
    expect(document.querySelector('figure')).toBeNull();
    await expectAccessible();
  });

  test('missing values are 0, and what has no data says so', async () => {
    answer = { total_publications: 1, draft_count: 1 };
    open();
    await screen.findByRole('heading', { name: 'Nothing is published yet' });
    for (const name of [
      'The AI hasn’t reviewed anything yet',
      'Reviewers haven’t decided anything yet',
      'No decisions in the last 12 weeks',
    ]) {
      screen.getByRole('heading', { name });
    }
    expect(screen.getAllByRole('heading', { name: 'No decisions to compare yet' })).toHaveLength(3);
    expect(readRows('.figures li').at(0)).toEqual(['1', 'publication']);
    expect(screen.queryByText(/NaN|undefined|null/)).toBeNull();
    await expectAccessible();
  });

  test('are refreshed from the bar and from the quick actions, with the time they were counted', async () => {
    open();
    await screen.findByText(`As of ${formatTime('2026-11-22T10:00:00.000Z')}`);
    answer = createStats({ as_of: '2026-11-22T10:04:00.000Z', total_publications: 1285 });
    const [inBar, inActions] = await screen.findAllByRole('button', { name: 'Refresh Statistics' });
    expect(inBar?.closest('[data-screen-action]')).not.toBeNull();
    await site.user.click(inBar as HTMLElement);
    await screen.findByText(`As of ${formatTime('2026-11-22T10:04:00.000Z')}`);
    screen.getByText('1,285');
    await site.user.click(inActions as HTMLElement);
    await waitFor(() => expect(countRequests()).toBe(3));
  });

  test('stay on the screen when a refresh fails', async () => {
    open();
    await screen.findByText('1,284');
    site.network.fail('GET', PATH, 500, { message: 'Something broke.' });
    const [button] = await screen.findAllByRole('button', { name: 'Refresh Statistics' });
    await site.user.click(button as HTMLElement);
    await screen.findByRole('heading', { name: 'Error Loading Statistics' });
    screen.getByText('1,284');
  });

  test('lead to the queue and to all publications', async () => {
    open();
    const links = (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Review Queue', '/admin/openshelf/reviews'],
      ['Manage All Publications', '/admin/openshelf/publications'],
    ]);
  });
});
