import { describe, expect, it } from 'vitest';
import { imageField, linkField, listField, richTextField, textField } from '#api/domain/fields.ts';
import { fillFields } from '#src/lib/fill-fields.ts';

const fields = {
  title: textField('Title', { max: 10 }),
  text: richTextField('Text', { max: 10 }),
  href: linkField('Link'),
  image: imageField('Image'),
  items: listField('Items', { item: { name: textField('Name', { max: 10 }) }, itemName: 'item', max: 3 }),
};
const values = { company: '<b>Tide & Co</b>', email: 'hello@tide.example' };
const fill = (given: Record<string, unknown>) =>
  fillFields(fields, { title: '', text: '', href: '', image: null, items: [], ...given }, values);

describe('the fields of a section', () => {
  it('get placeholders filled in, also within lists', () => {
    const filled = fill({ title: ' By {company} ', items: [{ name: '{company}' }, { name: '{nothing}' }] });
    expect(filled.title).toBe('By <b>Tide & Co</b>');
    expect(filled.items).toEqual([{ name: '<b>Tide & Co</b>' }, { name: '{nothing}' }]);
  });

  it('have them escaped in formatted text', () => {
    expect(fill({ text: '<p>{company}</p>' }).text).toBe('<p>&lt;b&gt;Tide &amp; Co&lt;/b&gt;</p>');
  });

  it('have them encoded in what an email begins with, but not in its address', () => {
    const filled = fill({ href: 'mailto:{email}?subject=Hi&body=Hello%20{company},' });
    expect(filled.href).toBe(
      `mailto:hello@tide.example?subject=Hi&body=Hello%20${encodeURIComponent(values.company)},`,
    );
  });

  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x', 'blob:x'])(
    'lead nowhere by an unsafe link: %s',
    (href) => {
      expect(fill({ href }).href).toBe('');
    },
  );
});
