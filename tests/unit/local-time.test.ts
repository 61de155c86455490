import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLocalDay, fromLocalTime, getEndOfDay, getStartOfDay, toLocalTime } from '#api/domain/local-time.ts';

const NZ = 'Pacific/Auckland';
const HOUR_MS = 3_600_000;

describe('getEndOfDay', () => {
  it.each([
    ['a summer day', '2026-01-15T00:00:00Z', '2026-01-15T11:00:00Z'],
    ['a winter day', '2026-07-15T00:00:00Z', '2026-07-15T12:00:00Z'],
    ['the day of 23 hours', '2026-09-26T12:00:00Z', '2026-09-27T11:00:00Z'],
    ['the day of 25 hours', '2026-04-04T11:00:00Z', '2026-04-05T12:00:00Z'],
    ['the last millisecond of a day', '2026-01-15T10:59:59.999Z', '2026-01-15T11:00:00Z'],
    ['a leap day', '2028-02-29T00:00:00Z', '2028-02-29T11:00:00Z'],
    ['the last day of a year', '2026-12-31T00:00:00Z', '2026-12-31T11:00:00Z'],
  ])('F12 of %s', (_name, now, end) => {
    expect(new Date(getEndOfDay(Date.parse(now), NZ))).toEqual(new Date(end));
  });

  it('F12 is the first instant of the next date, in any zone', () => {
    const zones = fc.constantFrom(
      NZ,
      'UTC',
      'Pacific/Chatham',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    );
    const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(instants, zones, (now, zone) => {
        const end = getEndOfDay(now, zone);
        expect(end).toBeGreaterThan(now);
        expect(end - now).toBeLessThanOrEqual(25 * HOUR_MS);
        expect(formatLocalDay(end - 1, zone)).toBe(formatLocalDay(now, zone));
        expect(formatLocalDay(end, zone)).not.toBe(formatLocalDay(now, zone));
      }),
      { numRuns: 300 },
    );
  });
});

describe('getStartOfDay', () => {
  it.each([
    ['a summer day', '2026-01-15', '2026-01-14T11:00:00Z'],
    ['a winter day', '2026-07-15', '2026-07-14T12:00:00Z'],
    ['the day on which daylight saving begins', '2026-09-27', '2026-09-26T12:00:00Z'],
    ['the day after it', '2026-09-28', '2026-09-27T11:00:00Z'],
  ])('of %s is midnight', (_name, day, start) => {
    expect(new Date(getStartOfDay(day, NZ))).toEqual(new Date(start));
  });

  it.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'])(
    'is where the day before ends: %s',
    (zone) => {
      const start = getStartOfDay('2026-11-21', zone);
      expect(getEndOfDay(start - 1, zone)).toBe(start);
      expect(formatLocalDay(start, zone)).toBe('2026-11-21');
    },
  );
});

describe('formatLocalDay', () => {
  it('is the date of the zone, not of UTC', () => {
    expect(formatLocalDay(Date.parse('2026-11-21T12:00:00Z'), NZ)).toBe('2026-11-22');
    expect(formatLocalDay(Date.parse('2026-11-21T12:00:00Z'), 'UTC')).toBe('2026-11-21');
  });
});

describe('fromLocalTime', () => {
  it.each([
    ['in summer', '2026-01-15T09:30', '2026-01-14T20:30:00.000Z'],
    ['in winter', '2026-07-15T09:30', '2026-07-14T21:30:00.000Z'],
    ['in the hour before the clock is put forward', '2026-09-27T01:30', '2026-09-26T13:30:00.000Z'],
    ['in the hour after it', '2026-09-27T03:30', '2026-09-26T14:30:00.000Z'],
    ['with seconds', '2026-01-15T23:59:59', '2026-01-15T10:59:59.000Z'],
  ])('is the instant of a time %s', (_name, local, iso) => {
    expect(new Date(fromLocalTime(local, NZ)).toISOString()).toBe(iso);
  });

  it.each([
    ['America/Santiago', '2026-09-06', '04:00'],
    ['Atlantic/Azores', '2026-03-29', '01:00'],
    ['America/Havana', '2026-03-08', '05:00'],
    ['America/Sao_Paulo', '2017-10-15', '03:00'],
    ['America/Asuncion', '2023-10-01', '04:00'],
  ])('of the midnight that %s leaves out on %s is an hour later, on the same day', (zone, day, utc) => {
    const at = fromLocalTime(`${day}T00:00`, zone);
    expect(new Date(at).toISOString()).toBe(`${day}T${utc}:00.000Z`);
    expect(toLocalTime(at, zone)).toBe(`${day}T01:00`);
    expect(toLocalTime(fromLocalTime(`${day}T00:30`, zone), zone)).toBe(`${day}T01:30`);
    expect(getStartOfDay(day, zone)).toBe(at);
  });

  it('of a time that comes twice is the earlier one', () => {
    expect(new Date(fromLocalTime('2026-04-05T02:30', NZ)).toISOString()).toBe('2026-04-04T13:30:00.000Z');
    expect(new Date(fromLocalTime('2026-10-25T02:30', 'Europe/Oslo')).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it('is the reverse of toLocalTime in every zone', () => {
    const zones = ['Pacific/Auckland', 'Europe/Oslo', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.constantFrom(...zones), (seconds, zone) => {
        const at = Math.floor(seconds / 60) * 60_000;
        const local = toLocalTime(at, zone);
        // The hour that comes twice when a clock is put back has two instants.
        expect(toLocalTime(fromLocalTime(local, zone), zone)).toBe(local);
      }),
    );
  });

  it('is NaN of what is no time', () => {
    expect([fromLocalTime('', NZ), fromLocalTime('soon', NZ)]).toEqual([Number.NaN, Number.NaN]);
  });
});
