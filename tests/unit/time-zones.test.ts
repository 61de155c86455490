import { describe, expect, it } from 'vitest';
import { findCountryDefaults, guessCountry, knownCountries } from '#api/domain/countries.ts';
import { isKnownCode } from '#api/domain/fields.ts';
import { isTimeZone, listTimeZones, toModernZone } from '#api/domain/time-zones.ts';
import { createImportRequest } from '#api/features/imports/imports.contract.ts';
import { listCodes } from '#src/ui/fields/code-names.ts';

const MODERN = ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'America/Nuuk', 'Asia/Kathmandu', 'UTC'];
const resolve = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

describe('the time zones to choose from', () => {
  it('have today’s names and UTC, each zone once', () => {
    const zones = listTimeZones();
    expect(zones).toEqual(expect.arrayContaining(MODERN));
    expect(zones).not.toEqual(expect.arrayContaining(['Asia/Calcutta']));
    expect(new Set(zones.map(resolve)).size).toBe(zones.length);
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  it('differ from the list of this runtime by the names that are listed here', () => {
    const renamed = Intl.supportedValuesOf('timeZone').filter((zone) => toModernZone(zone) !== zone);
    // ICU 78 of Node 24. With a runtime that lists today's names this list is empty, and the table can go.
    expect(renamed).toHaveLength(19);
    for (const zone of renamed) expect(resolve(toModernZone(zone))).toBe(resolve(zone));
  });

  it('have the zone of each country that is known', () => {
    const zones = knownCountries.map((code) => findCountryDefaults(code)?.timeZone ?? '');
    expect(zones.filter((zone) => !listTimeZones().includes(zone))).toEqual([]);
  });
});

describe('a time zone', () => {
  it.each([...MODERN, 'Asia/Calcutta', 'Europe/Kiev', 'US/Pacific'])('%s can be used', (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  });

  it.each(['', 'Mars/Olympus', '+05:00', 'Asia/'])('%j can’t be used', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  });

  it.each(MODERN)('%s can be chosen for an import and in the settings', (zone) => {
    expect(createImportRequest.safeParse({ source: 'markdown', zone }).success).toBe(true);
    expect(isKnownCode('time_zone', zone)).toBe(true);
    expect(listCodes('time_zone', 'UTC').map(({ value }) => value)).toContain(zone);
  });

  it('of a browser that calls it by an earlier name says the country, too', () => {
    expect(guessCountry('Asia/Calcutta', 'en-US')).toBe('IN');
    expect(guessCountry('Asia/Kolkata', 'en-US')).toBe('IN');
  });
});
