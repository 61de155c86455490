import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ChipPicker } from '#src/features/blogs/editor/ChipPicker.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

const OPTIONS = [
  { id: 1, name: 'Drafts', note: '3 posts' },
  { id: 2, name: 'walking', note: '4 posts' },
  { id: 3, name: 'Sleepwalking', note: '0 posts' },
];
let isRefused = false;

function Picker() {
  const [options, setOptions] = useState(OPTIONS);
  const [chosen, setChosen] = useState([1]);
  const create = async (name: string) => {
    if (isRefused) throw new Error('A tag with this name already exists. Choose another name.');
    const option = { id: 9, name, note: '0 posts' };
    setOptions([...options, option]);
    return option;
  };
  return (
    <ChipPicker
      label="Tags"
      noun="tag"
      maxLength={60}
      options={options}
      chosen={chosen}
      error={undefined}
      create={create}
      onChange={setChosen}
    />
  );
}

const listChosen = () =>
  screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label')?.slice(7));
const listOffers = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('finds a tag while one types, takes the first with Enter, and the last away with Backspace', async () => {
  isRefused = false;
  site.open(<Picker />);
  await site.user.type(screen.getByRole('combobox'), 'walk');
  expect(listOffers()).toEqual(['walking4 posts', 'Sleepwalking0 posts', 'New tag ‘walk’']);
  await expectAccessible();
  await site.user.keyboard('{Enter}');
  expect(listChosen()).toEqual(['Drafts', 'walking']);
  await site.user.keyboard('{Backspace}');
  expect(listChosen()).toEqual(['Drafts']);
});

test('makes a new tag, which is chosen at once', async () => {
  isRefused = false;
  site.open(<Picker />);
  await site.user.type(screen.getByRole('combobox'), 'Voice,');
  await waitFor(() => expect(listChosen()).toEqual(['Drafts', 'Voice']));
});

test('keeps what was typed when the new one is refused', async () => {
  isRefused = true;
  site.open(<Picker />);
  const input = screen.getByRole<HTMLInputElement>('combobox');
  await site.user.type(input, 'Voice{Enter}');
  await screen.findByText('A tag with this name already exists. Choose another name.');
  expect(input.value).toBe('Voice');
});
