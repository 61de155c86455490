import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ConflictDialog } from '#src/features/drafts/conflicts/ConflictDialog.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

let site: IslandSite;
beforeEach(async () => {
  site = await createIslandSite();
});

type Fields = { title: string };
const write = (title: string, ...paragraphs: string[]) => ({
  fields: { title },
  content: paragraphs.map((text) => `<p>${text}</p>`).join(''),
});
const BASE = write('Rivers', 'One.', 'Two.');

type Versions = { mine?: typeof BASE; theirs?: typeof BASE; base?: typeof BASE | null; isOwn?: boolean };

function open({ mine = BASE, theirs = BASE, base = BASE, isOwn = false }: Versions): void {
  site.open(
    <ConflictDialog<Fields>
      isOpen
      mine={() => mine}
      theirs={{
        ...theirs,
        version: 2,
        base_revision: 1,
        updated_at: '2026-11-20T00:00:00Z',
        user: { id: 2, name: 'Tom' },
      }}
      isOwn={isOwn}
      base={base}
      formatFields={({ title }) => ({ title: { label: 'Title', value: title } })}
      onChoose={vi.fn()}
      onClose={vi.fn()}
    />,
  );
}
const getIntroduction = () => screen.getByRole('dialog').querySelector('p')?.textContent;

test('the dialog of a conflict says that both changed the same place where both did', async () => {
  open({ mine: write('Rivers', 'One. Mine.', 'Two.'), theirs: write('Rivers', 'One. Theirs.', 'Two.') });
  expect(getIntroduction()).toMatch(/^Tom saved .* while you were writing, and both of you changed the same place\. /);
  await expectAccessible();
});

test('it says the same of a field that both changed, and names two tabs of one person', () => {
  open({ mine: write('Lakes', 'One.', 'Two.'), theirs: write('Seas', 'One.', 'Two.'), isOwn: true });
  expect(getIntroduction()).toMatch(/^You saved .* while you were writing, and both tabs changed the same place\. /);
});

test('it doesn’t say so where it is not known what the text was before', () => {
  open({ mine: write('Rivers', 'One. Mine.', 'Two.'), theirs: write('Rivers', 'One.', 'Two. Theirs.'), base: null });
  expect(getIntroduction()).toMatch(/while you were writing\. Choose below/);
  expect(getIntroduction()).not.toContain('same place');
});

test('nor where only they changed a field', () => {
  open({ mine: write('Rivers', 'One. Mine.', 'Two.'), theirs: write('Seas', 'One.', 'Two.') });
  expect(getIntroduction()).not.toContain('same place');
});
