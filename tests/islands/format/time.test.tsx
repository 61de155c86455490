import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { formatBillingDate } from '#api/domain/money.ts';
import { PublishDateField } from '#src/features/drafts/publish/PublishDateField.tsx';
import { Time } from '#src/ui/content/Time.tsx';
import { formatDate, formatDateTime, formatLongDate, formatTime } from '#src/lib/format/dates.ts';

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

// Noon in UTC is one in the morning of the next day in New Zealand.
const NOON = '2026-11-14T12:00:00.000Z';

describe('the day of a payment', () => {
  it.each(['UTC', 'America/Los_Angeles', 'Pacific/Auckland'])(
    'is the company’s in the back office as in public and in mails, to a reader in %s',
    (readersZone) => {
      process.env.TZ = readersZone;
      expect(formatDate(NOON)).toBe('15 Nov 2026');
      expect(formatLongDate(NOON)).toBe('15 November 2026');
      expect(formatBillingDate(Date.parse(NOON), 'Pacific/Auckland')).toBe('15 November 2026');
    },
  );
});

describe('a time of day', () => {
  it('names its zone to a reader whose clock shows another time', () => {
    process.env.TZ = 'Europe/Oslo';
    expect([formatTime(NOON), formatDateTime(NOON)]).toEqual(['1:00 am NZDT', '15 Nov 2026, 1:00 am NZDT']);
    render(<Time iso={NOON} />);
    expect(screen.getByTitle('15 Nov 2026, 1:00 am NZDT').getAttribute('datetime')).toBe(NOON);
  });

  it('names no zone to a reader whose clock shows the same time', () => {
    process.env.TZ = 'Pacific/Auckland';
    expect(formatTime(NOON)).toBe('1:00 am');
    process.env.TZ = 'Pacific/Fiji';
    expect([formatTime('2026-07-14T12:00:00.000Z'), formatTime(NOON)]).toEqual(['12:00 am', '1:00 am NZDT']);
  });
});

describe('the publish date', () => {
  it('is typed by the company’s clock, and shown by the reader’s too', () => {
    process.env.TZ = 'Europe/Oslo';
    render(<PublishDateField value={NOON} emptyHint="" error={undefined} onChange={() => undefined} />);
    expect(screen.getByLabelText<HTMLInputElement>('Publish date').value).toBe('2026-11-15T01:00');
    screen.getByText(/^In New Zealand time\./);
    screen.getByText(/Sun, 15 Nov, 1:00 am NZDT\s*Sat, 14 Nov, 1:00 pm in Europe\/Oslo/);
  });
});
