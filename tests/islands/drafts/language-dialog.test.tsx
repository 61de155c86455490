import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { LanguageDialog } from '#src/editor/toolbar/LanguageDialog.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
const onChoose = vi.fn();
beforeEach(async () => {
  site = await createIslandSite();
  onChoose.mockClear();
});

const open = (language: string | null) =>
  site.open(<LanguageDialog isOpen language={language} onChoose={onChoose} onClose={vi.fn()} />);
const getField = () => screen.getByRole('combobox', { name: 'Find a language' });
const listNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const getActive = () => screen.getByRole('option', { selected: true }).textContent;

test('the languages of code are listed, with the current one chosen', async () => {
  open('js');
  expect(getActive()).toBe('JavaScriptNow');
  expect(listNames().slice(0, 3)).toEqual(['Plain text', 'Bash', 'C']);
  await expectAccessible();
});

test('a language is found by its name or an alias, and chosen with Enter or a press', async () => {
  open(null);
  await site.user.type(getField(), 'py{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith('python');
  await site.user.clear(getField());
  await site.user.type(getField(), 'script');
  expect(listNames()).toEqual(['JavaScript', 'TypeScript']);
  await site.user.type(getField(), '{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenLastCalledWith('typescript');
  await site.user.click(screen.getByRole('option', { name: 'JavaScript' }));
  expect(onChoose).toHaveBeenLastCalledWith('javascript');
});

test('a word that names no language is not taken', async () => {
  open(null);
  await site.user.type(getField(), 'banana{Enter}');
  screen.getByText('No language matches ‘banana’.');
  expect(onChoose).not.toHaveBeenCalled();
  await expectAccessible();
});

test('a language of imported Markdown that is not in the list stays one of the choices', () => {
  open('befunge');
  expect(getActive()).toBe('befungeNow');
  expect(listNames()).toContain('Plain text');
});
