import './brand-settings.css';
import { useEffect, useMemo, useState } from 'react';
import { createBrandPalette, demoPalette, type PaletteTheme } from '#api/domain/brand-palette.ts';
import { parseColour } from '#api/domain/colour.ts';
import { settingsGroups } from '#api/domain/site-settings.ts';
import { MotifChoice } from '#src/ui/brand/MotifChoice.tsx';
import { PaletteReport } from '#src/ui/brand/PaletteReport.tsx';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import { focusAddressedField, focusField } from '#src/ui/fields/addressed-field.ts';
import { type FlatSettings, getBrand, getGroupValues } from '#src/features/site-settings/settings-draft.ts';
import { BrandPreview } from './BrandPreview.tsx';

const { logo, mark, link_preview, colour, second_colour, headline_font, text_font } = settingsGroups.brand;
const imageFields = { logo, mark, link_preview };
const colourFields = { colour, second_colour };
const fontFields = { headline_font, text_font };

type Props = {
  settings: FlatSettings;
  /** By path. */
  faults: ReadonlyMap<string, string>;
  onChange: (path: string, value: unknown) => void;
};

/** How the site looks: each choice beside what it makes of the site. */
export function BrandSettings({ settings, faults, onChange }: Props) {
  const [theme, setTheme] = useState<PaletteTheme>('light');
  // This part of the screen is loaded after the rest.
  useEffect(focusAddressedField, []);
  const brand = getBrand(settings);
  const chosen = parseColour(brand.colour);
  const second = parseColour(brand.second_colour);
  const palette = useMemo(() => (chosen ? createBrandPalette(chosen, second) : demoPalette), [chosen, second]);
  const form = {
    values: getGroupValues(settings, 'brand'),
    prefix: 'brand.',
    faults,
    onChange: (name: string, value: unknown) => onChange(`brand.${name}`, value),
  };
  return (
    <div className="brand-settings">
      <div className="brand-choices">
        <section aria-labelledby="brand-logo">
          <h2 id="brand-logo">Logo and mark</h2>
          <FieldsForm fields={imageFields} {...form} />
        </section>
        <section aria-labelledby="brand-colour">
          <h2 id="brand-colour">Colour</h2>
          <FieldsForm fields={colourFields} {...form} />
          {chosen && (
            <PaletteReport
              colour={chosen}
              second={second}
              theme={theme}
              onThemeChange={setTheme}
              onChooseAnother={() => focusField('brand.colour')}
            />
          )}
        </section>
        <MotifChoice
          value={brand.motif}
          onChange={(motif) => onChange('brand.motif', motif)}
          palette={chosen ? palette : null}
        />
        <section aria-labelledby="brand-fonts">
          <h2 id="brand-fonts">Fonts</h2>
          <FieldsForm fields={fontFields} {...form} />
        </section>
      </div>
      <BrandPreview settings={settings} palette={palette} theme={theme} onThemeChange={setTheme} />
    </div>
  );
}
