import { describe, expect, it } from 'vitest';
import type { BackupKind } from '#api/domain/backup-record.ts';
import { chooseScheduledKind, listExpired } from '#api/backups/retention.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-11-24T00:30:00Z');

const create = (kind: BackupKind, age: number, isProven = true) => ({ kind, createdAt: NOW - age, isProven });

describe('which backups are deleted', () => {
  it('hourly ones after a day; daily ones, those by hand and those of updates after 30 days', () => {
    const kept = [
      create('hourly', 0),
      create('hourly', DAY_MS),
      ...(['daily', 'manual', 'before-migration'] as const).map((kind) => create(kind, 30 * DAY_MS)),
    ];
    const expired = [
      create('hourly', DAY_MS + 1),
      ...(['daily', 'manual', 'before-migration'] as const).map((kind) => create(kind, 30 * DAY_MS + 1)),
    ];
    expect(new Set(listExpired([...expired, ...kept], NOW))).toEqual(new Set(expired));
  });

  it('never the newest, nor the newest that is proven, however old they are', () => {
    const newest = create('hourly', 40 * DAY_MS, false);
    const proven = create('hourly', 41 * DAY_MS);
    const older = create('daily', 42 * DAY_MS);
    expect(listExpired([older, proven, newest], NOW)).toEqual([older]);
  });
});

describe('the kind of the next backup', () => {
  const zone = { now: NOW, timeZone: 'Pacific/Auckland' };

  it('is daily for the first of a day in the zone of the company', () => {
    // 24 November, 1:30 pm in Auckland. The other was made on the 23rd there and in UTC, this one on the 24th there.
    expect(chooseScheduledKind([create('daily', 14 * HOUR_MS)], zone)).toBe('daily');
    expect(chooseScheduledKind([create('daily', 13 * HOUR_MS)], zone)).toBe('hourly');
  });

  it('is daily where only hourly ones or ones by hand were made', () => {
    expect(chooseScheduledKind([create('hourly', HOUR_MS), create('manual', HOUR_MS)], zone)).toBe('daily');
  });
});
