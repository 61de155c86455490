import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createBrandPalette, type PaletteTheme } from '#api/domain/brand-palette.ts';
import { parseColour } from '#api/domain/colour.ts';
import { type CoverMotif, coverMotifs } from '#api/domain/cover-motifs.ts';
import { MotifChoice } from '#src/ui/brand/MotifChoice.tsx';
import { PaletteReport } from '#src/ui/brand/PaletteReport.tsx';
import { ColourField } from '#src/ui/forms/ColourField.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';

afterEach(cleanup);
const user = userEvent.setup();

function ColourFieldForm({ start = '', error }: { start?: string; error?: string }) {
  const [text, setText] = useState(start);
  return (
    <>
      <ColourField label="Your colour" value={text} onChange={setText} error={error} />
      <output>{parseColour(text) ?? 'none'}</output>
    </>
  );
}
const colourText = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Your colour' });
const swatch = () => screen.getByLabelText<HTMLInputElement>('Your colour: pick');

describe('the field of a colour', () => {
  it('shows at its swatch what is typed', async () => {
    render(<ColourFieldForm />);
    expect(swatch().dataset.empty).toBe('true');
    await user.type(colourText(), 'teal');
    expect([swatch().value, swatch().dataset.empty]).toEqual(['#008080', undefined]);
    expect(screen.getByRole('status').textContent).toBe('#008080');
    await expectAccessible();
  });

  it('names what is no colour when it is left, with two examples, until it is one', async () => {
    render(<ColourFieldForm />);
    await user.type(colourText(), 'fjord');
    expect(colourText().getAttribute('aria-invalid'), 'while it is typed').toBeNull();
    await user.tab();
    const message = '‘fjord’ isn’t a colour. Try a name such as teal, or #2A8FB5.';
    expect(colourText().getAttribute('aria-describedby')).toBe(screen.getByText(message).id);
    expect(colourText().getAttribute('aria-invalid')).toBe('true');
    await expectAccessible();
    await user.clear(colourText());
    await user.type(colourText(), '#2A8FB5');
    expect(screen.queryByText(/isn’t a colour/)).toBeNull();
  });

  it('says nothing about an empty field, and shows the error that it is given', async () => {
    const { rerender } = render(<ColourFieldForm />);
    await user.click(colourText());
    await user.tab();
    expect(colourText().getAttribute('aria-invalid')).toBeNull();
    rerender(<ColourFieldForm error="Enter a colour." />);
    expect(screen.getByText('Enter a colour.')).toBeDefined();
  });
});

function Report({ colour, second = null }: { colour: string; second?: string | null }) {
  const [theme, setTheme] = useState<PaletteTheme>('light');
  const [hasAsked, setHasAsked] = useState(false);
  return (
    <>
      <PaletteReport
        colour={colour}
        second={second}
        theme={theme}
        onThemeChange={setTheme}
        onChooseAnother={() => setHasAsked(true)}
      />
      {hasAsked && <p>Back at the field</p>}
    </>
  );
}
const readRow = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('the report of a palette', () => {
  it('shows each use with its colours, its contrast and what came of it', async () => {
    render(<Report colour="#2a8fb5" second="#e39a3b" />);
    expect(screen.getAllByRole('row')).toHaveLength(8);
    expect(readRow(/Images and covers/).slice(1)).toEqual(['3.4 : 1', 'No text']);
    expect(screen.getByRole('rowheader', { name: /Images and covers.*#2A8FB5, your colour/ })).toBeDefined();
    expect(readRow(/Links/)[2]).toBe('Adjusted');
    expect(readRow(/Buttons.*White on/)[2]).toBe('Adjusted');
    expect(readRow(/Dark sections/)[2]).toBe('Passes');
    await expectAccessible();
  });

  it('says that a colour was darkened, from and to which contrast, and leads back to the field', async () => {
    render(<Report colour="#2a8fb5" />);
    const note = screen.getByText('We darkened your colour for text and buttons').parentElement as HTMLElement;
    expect(note.textContent).toMatch(/3\.0 : 1 became 4\.5 : 1\. Text needs 4\.5 : 1\./);
    await user.click(within(note).getByRole('button', { name: 'Choose another colour' }));
    expect(screen.getByText('Back at the field')).toBeDefined();
  });

  it('shows the palette of dark pages, in which a dark colour was lightened', async () => {
    render(<Report colour="#17698a" />);
    expect(screen.queryByText(/darkened|lightened/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Dark' }));
    expect(screen.getByRole('button', { name: 'Dark', pressed: true })).toBeDefined();
    expect(screen.getByText('We lightened your colour for text and buttons')).toBeDefined();
    expect(readRow(/Links/)[2]).toBe('Adjusted');
  });

  it('calls nothing adjusted of a colour that needs no change', () => {
    render(<Report colour="#17698a" />);
    expect(screen.queryByText('Adjusted')).toBeNull();
  });
});

function Motifs({ colour }: { colour?: string }) {
  const [motif, setMotif] = useState<CoverMotif>('harbour');
  return <MotifChoice value={motif} onChange={setMotif} palette={colour ? createBrandPalette(colour) : null} />;
}
const chosen = () => screen.getByRole('radio', { checked: true }).parentElement?.textContent;

describe('the choice of a motif', () => {
  it('offers each with a drawing of its own, by click and by arrow keys', async () => {
    render(<Motifs />);
    const drawings = screen.getAllByRole('radio').map((radio) => radio.parentElement?.querySelector('svg')?.innerHTML);
    expect(new Set(drawings).size).toBe(coverMotifs.length);
    expect(chosen()).toBe('Harbour');
    await user.click(screen.getByRole('radio', { name: 'Routes' }));
    expect(chosen()).toBe('Routes');
    await user.keyboard('{ArrowRight}');
    expect(chosen()).toBe('Sails');
    await expectAccessible();
  });

  it('draws in the colours of the palette', () => {
    const { container } = render(<Motifs colour="#17698a" />);
    for (const svg of container.querySelectorAll<SVGElement>('svg.cover')) {
      expect(svg.style.getPropertyValue('--a')).toContain('#17698a');
    }
  });
});
