import { describe, expect, it } from 'vitest';
import {
  choiceField,
  codeField,
  completeValues,
  createEmptyValues,
  imageField,
  linkField,
  listFieldChanges,
  listFieldFaults,
  listField,
  numberField,
  productField,
  richTextField,
  switchField,
  textField,
} from '#api/domain/fields.ts';

const fields = {
  title: textField('Headline', { max: 60, required: true }),
  email: textField('Email', { max: 254, format: 'email' }),
  text: richTextField('Text', { max: 1_000 }),
  link: linkField('Leads to'),
  image: imageField('Image'),
  width: choiceField('Width', { narrow: 'Narrow', wide: 'Wide' }),
  count: numberField('Posts', { min: 1, max: 12 }),
  is_hidden: switchField('Hidden'),
  zone: codeField('Time zone', 'time_zone'),
  people: listField('People', {
    item: { name: textField('Name', { max: 40, required: true }) },
    itemName: 'colleague',
    max: 5,
  }),
};
const complete = {
  ...createEmptyValues(fields),
  title: 'Less paperwork',
  zone: 'Europe/Oslo',
  people: [{ name: 'Ingrid' }],
};

describe('the values of declared fields', () => {
  it('begin empty, with the first choice chosen', () => {
    expect(createEmptyValues(fields)).toEqual({
      title: '',
      email: '',
      text: '',
      link: '',
      image: null,
      width: 'narrow',
      count: null,
      is_hidden: false,
      zone: '',
      people: [],
    });
  });

  it('of an earlier version get what they lack, and lose what is not declared any more', () => {
    const stored = { title: 'Old', gone: 1, people: [{ name: 'Ingrid', age: 40 }, {}] };
    expect(completeValues(fields, stored)).toEqual({
      ...createEmptyValues(fields),
      title: 'Old',
      people: [{ name: 'Ingrid' }, { name: '' }],
    });
  });
});

describe('the changes of values', () => {
  it('count the items of a list in words', () => {
    const menu = {
      menu: listField('Menu', { item: { label: textField('Label', { max: 9 }) }, itemName: 'entry', max: 5 }),
    };
    const entry = { label: 'Blog' };
    expect(listFieldChanges(menu, { menu: [] }, { menu: [entry, entry] })).toMatchObject([{ value: '2 entries' }]);
    expect(listFieldChanges(menu, { menu: [] }, { menu: [entry] })).toMatchObject([{ value: '1 entry' }]);
  });
});

describe('the faults of values', () => {
  it('are none when all is well', () => {
    expect(listFieldFaults(fields, complete)).toEqual([]);
  });

  it('name the place and what to do, also inside a list', () => {
    const values = {
      ...complete,
      title: ' ',
      email: 'ingrid',
      zone: 'Mars/Base',
      people: [{ name: 'A' }, { name: '' }],
    };
    expect(listFieldFaults(fields, { ...values, image: { url: '/x.png', alt: '' } })).toEqual([
      { path: 'title', message: 'Fill in ‘Headline’.' },
      { path: 'email', message: 'Enter an email address such as hello@example.com.' },
      { path: 'image', message: 'Describe the image for people who can’t see it.' },
      { path: 'zone', message: 'Choose time zone.' },
      { path: 'people.1.name', message: 'Fill in ‘Name’.' },
    ]);
  });

  it.each([
    ['/about', true],
    ['https://example.com/a?b=c', true],
    ['mailto:hello@example.com', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['javascript:alert(1)', false],
    ['about', false],
  ])('a link to %s is taken: %s', (link, isTaken) => {
    expect(listFieldFaults(fields, { ...complete, link }).length === 0).toBe(isTaken);
  });

  it.each([
    ['/uploads/film.mp4', true],
    ['https://films.example/film.mp4', false],
    ['mailto:hello@example.com', false],
  ])('a file that the page loads, at %s, is taken: %s', (film, isTaken) => {
    expect(listFieldFaults({ film: linkField('Film', { isOwnFile: true }) }, { film }).length === 0).toBe(isTaken);
  });

  it('of a link to the site come from whoever knows its pages', () => {
    const faults = listFieldFaults(fields, { ...complete, link: '/harbours' }, (path) => `There’s no page at ${path}.`);
    expect(faults).toEqual([{ path: 'link', message: 'There’s no page at /harbours.' }]);
  });

  it.each([
    ['country', 'NO', 'XQ'],
    ['currency', 'NOK', 'kr'],
    ['locale', 'nb-NO', 'x_y'],
    ['time_zone', 'Europe/Oslo', ''],
  ] as const)('a %s is one that formatting knows', (of, known, unknown) => {
    const code = { code: codeField('Code', of) };
    expect([known, unknown].map((value) => listFieldFaults(code, { code: value }).length)).toEqual([0, 1]);
  });
});

describe('a product', () => {
  const product = { product: productField('Product', { required: true }), menu: productField('Menu') };

  it('is known by its key, and is none at first', () => {
    expect(createEmptyValues(product)).toEqual({ product: '', menu: '' });
    expect(listFieldFaults(product, { product: '', menu: '' })).toEqual([
      { path: 'product', message: 'Choose a product.' },
    ]);
    expect(completeValues(product, { product: 'genmate', menu: 'none' })).toEqual({ product: 'genmate', menu: '' });
  });

  it('is called what it is called today, and by its key when there is none', () => {
    const change = (menu: string) => listFieldChanges(product, { menu: '' }, { menu });
    expect([...change('genmate'), ...change('tidal')].map(({ value }) => value)).toEqual(['GenMate', 'tidal']);
  });
});

it('changes are named in the order of the form, in a few words', () => {
  const after = { ...complete, text: '<p>One</p><p>two</p>', width: 'wide', is_hidden: true, people: [] };
  expect(listFieldChanges(fields, complete, after)).toEqual([
    { label: 'Text', value: 'One two' },
    { label: 'Width', value: 'Wide' },
    { label: 'Hidden', value: 'On' },
    { label: 'People', value: 'no colleagues' },
  ]);
});
