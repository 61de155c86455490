import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { programLevelNames } from '#api/domain/enums.ts';
import { ProgramIsland } from '#src/features/account/Program.island.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

const PATH = '/api/settings/taxmate-program';
const LEVELS = programLevelNames.map((name) => ({ name, text: `About ${name}`, expect: 'Now and then' }));

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
  await site.signIn();
});

const open = () => site.open(<ProgramIsland levels={LEVELS} comparePath="/taxmate/programs" />);
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
const savedPrograms = () =>
  site.network.calls.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body).taxmate);

test('shows a loading state, then the program of the user', async () => {
  const proceed = site.network.hold('GET', PATH);
  open();
  await waitFor(() => expect(document.querySelectorAll('.skeleton-card')).toHaveLength(LEVELS.length));
  proceed();
  expect((await radio('Normal')).checked).toBe(true);
});

test('a program is saved by choosing it', async () => {
  open();
  await site.user.click(await radio('Beta'));
  await screen.findByText('Settings updated successfully!');
  await expectAccessible();
  expect(savedPrograms()).toEqual(['Beta']);
});

test('a choice that cannot be saved is reverted', async () => {
  open();
  await radio('Normal');
  site.network.fail('PUT', PATH);
  await site.user.click(await radio('Alpha'));
  await screen.findByText('Failed to update program settings.');
  await expectAccessible();
  expect((await radio('Normal')).checked).toBe(true);
});

test('a program that fails to load shows an error and can be retried', async () => {
  const restore = site.network.fail('GET', PATH);
  open();
  await screen.findByText('Failed to load program settings.');
  await expectAccessible();
  expect(screen.queryByRole('radio')).toBeNull();
  restore();
  await site.user.click(screen.getByRole('button', { name: 'Retry' }));
  expect((await radio('Normal')).checked).toBe(true);
});

test('of several quick choices the last one is saved, with one request at a time', async () => {
  open();
  await radio('Normal');
  const proceed = site.network.hold('PUT', PATH);
  for (const name of ['Beta', 'Alpha', 'Beta', 'Alpha']) await site.user.click(await radio(name));
  expect(savedPrograms()).toEqual(['Beta']);
  proceed();
  await screen.findByText('Settings updated successfully!');
  expect(savedPrograms()).toEqual(['Beta', 'Alpha']);
  expect((await radio('Alpha')).checked).toBe(true);
});
