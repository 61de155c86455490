import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { setCatalogueSource } from '#api/domain/catalogue.ts';
import type { Product } from '#api/domain/catalogue-types.ts';
import {
  choiceField,
  codeField,
  createEmptyValues,
  imageField,
  linkField,
  listField,
  listFieldFaults,
  numberField,
  productField,
  switchField,
  textField,
} from '#api/domain/fields.ts';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, expectFocus, findDialog, findToast } from '../../support/islands/island-site.tsx';
import { demoCatalogue } from '../../support/site/demo-catalogue.ts';
import { offeredImage, offerImage } from '../../support/islands/offered-image.ts';

const fields = {
  name: textField('Name', { max: 20, required: true, hint: 'As on the door.' }),
  email: textField('Email', { max: 60, format: 'email' }),
  text: textField('Text', { max: 200, rows: 3 }),
  colour: textField('Colour', { max: 7, format: 'colour' }),
  link: linkField('Leads to'),
  image: imageField('Picture'),
  shown: switchField('Show it'),
  seats: numberField('Seats', { min: 1, max: 99, unit: 'people' }),
  size: choiceField('Size', { small: 'Small', large: 'Large' }),
  product: productField('Product', { required: true }),
  menu: productField('Product menu'),
  locale: codeField('Dates and numbers', 'locale'),
  zone: codeField('Time zone', 'time_zone'),
  country: codeField('Country', 'country'),
  currency: codeField('Currency', 'currency'),
  language: codeField('Language', 'language'),
  links: listField('Links', {
    item: { label: textField('Label', { max: 20, required: true }), url: linkField('Address') },
    itemName: 'link',
    max: 3,
  }),
};
type Values = Record<string, unknown>;

let values: Values = {};
function Form({ start }: { start: Values }) {
  const [current, setCurrent] = useState<Values>({ ...createEmptyValues(fields), ...start });
  values = current;
  const faults = new Map(listFieldFaults(fields, current).map(({ path, message }) => [path, message]));
  return (
    <FieldsForm
      fields={fields}
      values={current}
      faults={faults}
      onChange={(name, value) => setCurrent((before) => ({ ...before, [name]: value }))}
    />
  );
}

const VALID = {
  name: 'Ann',
  product: 'genmate',
  locale: 'nb-NO',
  zone: 'Europe/Oslo',
  country: 'NO',
  currency: 'NOK',
  language: 'en',
};
const LINKS = [
  { label: 'One', url: '/one' },
  { label: 'Two', url: '/two' },
];
const user = userEvent.setup({ delay: null });
async function open(start: Values = VALID): Promise<void> {
  const site = await createIslandSite();
  offerImage(site);
  site.open(<Form start={start} />);
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const getLabels = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Label' }).map(({ value }) => value);

test('a form of fields draws each kind with its label and hint, and takes what is typed and chosen', async () => {
  await open();
  await expectAccessible();
  await user.type(field('Name'), 'a');
  await user.type(field('Text'), 'Hello');
  await user.type(field('Leads to'), '/about');
  await user.click(screen.getByRole('button', { name: 'Choose image: Picture' }));
  const { getByRole } = await findDialog('Choose an image: Picture');
  await user.click(await waitFor(() => getByRole('button', { name: /boat/ })));
  await user.type(field('What the image shows'), ' at sea');
  await user.click(field('Show it'));
  await user.type(field('Seats (people)'), '12');
  await user.selectOptions(field('Size'), 'Large');
  await user.selectOptions(field('Country'), 'New Zealand');
  await user.selectOptions(field('Currency'), 'New Zealand Dollar (NZD)');
  await user.selectOptions(field('Time zone'), 'Pacific/Auckland');
  expect(values).toMatchObject({
    name: 'Anna',
    text: 'Hello',
    link: '/about',
    image: { url: offeredImage.url, alt: 'A boat at sea' },
    shown: true,
    seats: 12,
    size: 'large',
    country: 'NZ',
    currency: 'NZD',
    zone: 'Pacific/Auckland',
  });
  await user.clear(field('Seats (people)'));
  await user.click(screen.getByRole('button', { name: 'Remove image: Picture' }));
  expect(values).toMatchObject({ seats: null, image: null });
});

test('a fault that is typed is shown when the field is left, and goes as soon as it is mended', async () => {
  await open();
  await user.type(field('Email'), 'ann');
  expect(screen.queryByText('Enter an email address such as hello@example.com.')).toBeNull();
  await user.tab();
  screen.getByText('Enter an email address such as hello@example.com.');
  expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible();
  await user.type(field('Email'), '@example.com');
  expect(screen.queryByText('Enter an email address such as hello@example.com.')).toBeNull();
});

test('a fault of a stored value is shown at once', async () => {
  await open({ ...VALID, name: '' });
  screen.getByText('Fill in ‘Name’.');
});

test('a product is chosen of those that are offered now; one that no longer is stays until another is chosen', async () => {
  const [first, ...others] = demoCatalogue.products;
  setCatalogueSource(() => ({ ...demoCatalogue, products: [{ ...(first as Product), isArchived: true }, ...others] }));
  onTestFinished(() => setCatalogueSource(() => demoCatalogue));
  await open({ ...VALID, product: 'taxmate', menu: '' });
  const getOptions = (name: string) =>
    within(field(name))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  const offered = ['OpenShelf', 'GenMate', 'ChatMate'];
  expect(getOptions('Product')).toEqual(['Choose a product', ...offered, 'TaxMate (archived)']);
  expect(getOptions('Product menu')).toEqual(['None', ...offered]);
  await user.selectOptions(field('Product'), 'ChatMate');
  await user.selectOptions(field('Product menu'), 'GenMate');
  expect(values).toMatchObject({ product: 'chatmate', menu: 'genmate' });
  expect(getOptions('Product')).toEqual(['Choose a product', ...offered]);
});

test('a text says how many characters are left when it is nearly full', async () => {
  await open({ ...VALID, name: 'fifteen letters' });
  expect(screen.queryByText(/left$/)).toBeNull();
  await user.type(field('Name'), '!!!!');
  screen.getByText('1 character left');
});

test('codes are shown by name, with an example of the one that is chosen', async () => {
  await open();
  expect(field('Dates and numbers').value).toBe('nb-NO');
  screen.getByText(/^Such as 26 Nov 2026, 13:05 and 1\s234,5\.$/);
  screen.getByText(/^Now it is \d+:\d\d [ap]m\.$/);
  screen.getByText(/^Such as NOK\s1,234\.50\.$/);
  await user.selectOptions(field('Dates and numbers'), 'English (United Kingdom)');
  screen.getByText('Such as 26 Nov 2026, 13:05 and 1,234.5.');
});

test('a stored code without a name stays, and an empty one asks to choose', async () => {
  await open({ ...VALID, language: 'en-NL', country: '' });
  expect(field('Language').value).toBe('en-NL');
  expect(within(field('Country')).getByRole<HTMLOptionElement>('option', { name: 'Choose...' }).selected).toBe(true);
});

test('an item of a list is added with the cursor in it, up to the most that there may be', async () => {
  await open({ ...VALID, links: LINKS });
  await user.click(screen.getByRole('button', { name: 'Add link' }));
  await expectFocus(() => screen.getAllByRole('textbox', { name: 'Label' })[2] as Element);
  await user.keyboard('Three');
  expect(values.links).toEqual([...LINKS, { label: 'Three', url: '' }]);
  screen.getByText('You can have 3 at most.');
  expect(screen.queryByRole('button', { name: 'Add link' })).toBeNull();
  await expectAccessible();
});

test('an item of a list is removed, and Undo puts it back among what was changed since', async () => {
  await open({ ...VALID, links: LINKS });
  await user.click(screen.getByRole('button', { name: 'Remove Link 1' }));
  expect(values.links).toEqual([LINKS[1]]);
  await user.type(screen.getByRole('textbox', { name: 'Label' }), '!');
  await findToast('Link 1 removed');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(values.links).toEqual([LINKS[0], { label: 'Two!', url: '/two' }]);
});

test('an item of a list is moved by Alt with an arrow key or by its buttons, and the focus goes with it', async () => {
  await open({ ...VALID, links: LINKS });
  await user.click(screen.getAllByRole('textbox', { name: 'Label' })[0] as Element);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(getLabels()).toEqual(['Two', 'One']);
  await expectFocus(() => screen.getAllByRole('textbox', { name: 'Label' })[1] as Element);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(getLabels()).toEqual(['Two', 'One']);
  await user.click(screen.getByRole('button', { name: 'Move Link 2 up' }));
  expect(getLabels()).toEqual(['One', 'Two']);
  await expectFocus(() => screen.getByRole('button', { name: 'Move Link 1 up' }));
});

test('a fault of an item of a list stands at its field', async () => {
  await open({ ...VALID, links: [...LINKS, { label: '', url: 'nowhere' }] });
  const item = within(screen.getByRole('listitem', { name: 'Link 3' }));
  item.getByText('Fill in ‘Label’.');
  item.getByText('Enter a page of the site, such as /about, or an address that begins with https://.');
});
