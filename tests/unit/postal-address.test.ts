import { describe, expect, it } from 'vitest';
import { listAddressLines, listCompanyAddress } from '#api/domain/postal-address.ts';

const at = (country: string, city: string, postcode: string) =>
  listCompanyAddress({ street: 'Street 1', postcode, city, country }, 'en');

describe('An address has the order of its country', () => {
  it.each([
    ['AT', 'Wien', '1070', ['Street 1', '1070 Wien', 'Austria']],
    ['NZ', 'Wellington', '6011', ['Street 1', 'Wellington 6011', 'New Zealand']],
    ['GB', 'London', 'SW1A 1AA', ['Street 1', 'London', 'SW1A 1AA', 'United Kingdom']],
    ['HU', 'Budapest', '1054', ['Budapest', 'Street 1', '1054', 'Hungary']],
    ['NO', 'Oslo', '0150', ['Street 1', '0150 Oslo', 'Norway']],
  ])('%s', (country, city, postcode, lines) => {
    expect(at(country, city, postcode)).toEqual(lines);
  });
});

it('An address keeps what the format of its country has no place for', () => {
  expect(at('JP', 'Tokyo', '100-0001')).toEqual(['Street 1', '100-0001 Tokyo', 'Japan']);
  expect(at('', 'Somewhere', '123')).toEqual(['Street 1', '123 Somewhere']);
});

it('An address in the United States has its state before the postcode', () => {
  const address = {
    line1: '1 Main St',
    line2: 'Suite 2',
    city: 'Portland',
    state: 'OR',
    postalCode: '97201',
    country: 'US',
  };
  expect(listAddressLines(address, { countryIn: null })).toEqual(['1 Main St', 'Suite 2', 'Portland, OR 97201']);
});
