import { describe, expect, it } from 'vitest';
import { createBrandPalette, demoPalette } from '#api/domain/brand-palette.ts';
import { formatAccentStyles } from '#api/domain/brand-styles.ts';
import { contrast } from '#api/domain/colour.ts';
import { createProductAccent, getAccentClass, productMotifs, type ProductMotif } from '#api/domain/product-look.ts';
import { completeProduct } from '#api/domain/site-products.ts';
import { demoContent } from '../../support/site/demo-content.ts';
import { createProductMark } from '#src/ui/brand/marks.ts';

const create = (fields: object) => completeProduct({ product_id: 6, key: 'logbook', name: 'Logbook', ...fields });
const COLOURS = ['#000000', '#ffffff', '#ffff00', '#39ff14', '#808080', '#2a8fb5'];

describe('the colour of a product', () => {
  it('is one of the palette, another one for each of four products', () => {
    const classes = [6, 7, 8, 9].map((product_id) => getAccentClass(create({ product_id })));
    expect(new Set(classes).size).toBe(4);
    expect(getAccentClass(create({ motif: 'receipt' }))).toBe('accent-ochre');
  });

  it('of its own is in the styles of the company, and can be read on every ground of its pages', () => {
    const palette = createBrandPalette('#2a8fb5');
    for (const colour of COLOURS) {
      const product = create({ colour });
      const accent = createProductAccent(product, palette);
      if (!accent) throw new Error('it has a colour');
      for (const ground of [palette.paper, palette.surface, palette.sunken, accent.tint])
        expect(contrast(accent.accent, ground), colour).toBeGreaterThanOrEqual(4.5);
      for (const ground of [palette.paperDark, palette.surfaceDark, palette.sunkenDark, accent.tintDark])
        expect(contrast(accent.accentDark, ground), colour).toBeGreaterThanOrEqual(4.5);
      const styles = formatAccentStyles([{ ...accent, productId: 6 }]);
      expect(styles).toContain(`.${getAccentClass(product)}{--accent:`);
      expect(styles).toContain(accent.tint);
    }
  });
});

describe('the drawn mark of a product', () => {
  it('is of another look for each motif, in its own colour if it has one', () => {
    const motifs = Object.keys(productMotifs) as ProductMotif[];
    const marks = motifs.map((motif) => createProductMark(create({ motif }), demoPalette));
    expect(new Set(marks.map(({ symbol }) => symbol)).size).toBe(motifs.length);
    for (const motif of motifs) {
      const { tint, symbol } = createProductMark(create({ motif, colour: '#7a3e9d' }), demoPalette);
      expect(tint).toBe('#7a3e9d');
      expect(symbol).not.toContain(createProductMark(create({ motif }), demoPalette).tint);
    }
  });

  it('is the first letter of its name, whatever the name holds', () => {
    const draw = (name: string) => createProductMark(create({ name }), demoPalette).symbol;
    expect(draw('“østers”')).toContain('>Ø</text>');
    expect(draw('<script>')).toContain('>S</text>');
    expect(draw('&')).toContain('></text>');
  });

  it('can be told from its stone in every colour', () => {
    for (const colour of COLOURS) {
      const { tint, symbol } = createProductMark(create({ colour }), demoPalette);
      const [ink = ''] = symbol.match(/#\w{6}/) ?? [];
      expect(contrast(tint, ink), colour).toBeGreaterThanOrEqual(3);
    }
  });
});

it('the products of the demo have the marks and colours that they came with', () => {
  const looks = demoContent.productParts.map((product) => [
    product.key,
    getAccentClass(product),
    createProductMark(product, demoPalette).tint,
  ]);
  expect(looks).toEqual([
    ['taxmate', 'accent-ochre', demoPalette.ochre],
    ['openshelf', 'accent-blue', demoPalette.blue],
    ['genmate', 'accent-pounamu', demoPalette.pounamu],
    ['chatmate', 'accent-brick', demoPalette.brick],
  ]);
  expect(demoContent.brand.styles).toBeNull();
});
