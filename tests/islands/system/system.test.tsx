import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BackupKind, BackupRecord, BackupStatus } from '#api/domain/backup-record.ts';
import { SystemIsland } from '#src/features/system/System.island.tsx';
import { addServers } from '../../support/app/servers.ts';
import { expectAccessible } from '../../support/islands/accessibility.ts';
import { createIslandSite, type IslandSite } from '../../support/islands/island-site.tsx';

const SYSTEM = '/api/admin/system';

let site: IslandSite;
let status: BackupStatus;
let failure: { since: number; reason: string | null } | null;
beforeEach(async () => {
  site = await createIslandSite();
  site.clock.set('2026-11-24T00:00:00.000Z');
  await site.signIn('admin');
  status = { backups: [], place: 'data-directory', isRunning: false, lastFailure: null, changes: null };
  failure = null;
  Object.assign(site.deps.backups, { readStatus: async () => status, findFailure: async () => failure });
});

const open = () => site.open(<SystemIsland />, '/admin/system');

const createRecord = (kind: BackupKind, hour: number, problem: string | null = null): BackupRecord => ({
  format: 1,
  kind,
  createdAt: Date.parse('2026-11-23T00:00:00Z') + hour * 60 * 60_000,
  file: { name: `20261123-${hour}-${kind}.db.gz`, bytes: 1_468_006, sha256: 'aa' },
  database: { bytes: 4_096, lastMigration: 1, counts: {} },
  uploads: { files: 0, bytes: 0, missing: [] },
  proof: { checkedAt: 0, milliseconds: 1_300, failure: problem },
});

const listParts = () =>
  within(screen.getByRole('region', { name: 'Health' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('the state of the server', () => {
  test('shows its shape while it loads, then what works, the server, and that there is no backup yet', async () => {
    const proceed = site.network.hold('GET', SYSTEM);
    open();
    await waitFor(() => expect(document.querySelector('.skeletons')).not.toBeNull());
    proceed();
    expect((await screen.findByText('Everything works')).getAttribute('role')).toBe('status');
    expect(listParts()).toEqual(['Mail', 'Images and videos', 'Publishing', 'CDN', 'Billing', 'Backups', 'Disk']);
    screen.getByText(/^1,024(\.0)? GB free of 2,048(\.0)? GB$/);
    screen.getByText(/They don’t help when the disk is lost/);
    screen.getByRole('heading', { name: 'No backups yet' });
    await expectAccessible();
  });

  test('puts what fails first, with what it means, since when and why', async () => {
    failure = { since: Date.parse('2026-11-23T20:15:00Z'), reason: 'There isn’t enough space for a backup.' };
    status = { ...status, lastFailure: failure.reason };
    open();
    await screen.findByText('1 of 7 needs attention');
    expect(listParts()[0]).toBe('Backups');
    screen.getByText(/aren’t proven\. What is saved.* There isn’t enough space for a backup\./);
    screen.getByText('The last backup failed. There isn’t enough space for a backup.');
    await expectAccessible();
  });

  test('Changes between backups are said to be copied up to a time', async () => {
    status = { ...status, changes: { copiedUntil: Date.parse('2026-11-23T23:59:50Z'), failure: null } };
    open();
    await screen.findByText(/^Between backups, changes are copied within seconds: up to /);
    await expectAccessible();
  });

  test('Changes that aren’t copied are said with the reason', async () => {
    status = { ...status, changes: { copiedUntil: null, failure: 'The bucket can’t be reached.' } };
    open();
    await screen.findByText('Changes since the last backup aren’t copied. The bucket can’t be reached.');
    expect(screen.queryByText(/^Between backups/)).toBeNull();
    await expectAccessible();
  });

  test('says how much waits in each queue and since when, and who is mailed when something fails', async () => {
    await site.db.client.execute(
      "INSERT INTO publish_jobs (kind, reason, status, created_at) VALUES ('rebuild', 'manual', 'queued', 1795478100000)",
    );
    open();
    const queues = await screen.findByRole('region', { name: 'Queues' });
    const rows = [...queues.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'Emails0',
      expect.stringMatching(/^PublishesOldest .+ ago1$/),
      'CDN purges0',
      'OpenShelf webhooks0',
      'Subscription webhooks0',
      'Stripe events0',
    ]);
    within(screen.getByRole('region', { name: 'We’ll email' })).getByText(/@.*, when a change can’t be published/);
    await expectAccessible();
  });

  test('lists the servers of the site: which leads, which is behind, and which is gone', async () => {
    await addServers(site.db);
    open();
    const servers = await screen.findByRole('region', { name: 'Servers' });
    within(servers).getByText('2 of 3 running');
    const rows = within(servers)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(
        /^akl-1:4321 Leads .*Release 1, build b1, .*It publishes, sends emails and backs up for all/,
      ),
      expect.stringMatching(/^akl-2:4321 {2}Behind.*Release 0/),
      expect.stringMatching(/^akl-3:4321.*It ended without a word.*Gone, seen/),
    ]);
    await expectAccessible();
  });

  test('says that no one is mailed where emails are saved as files', async () => {
    site.deps.accounts.isEmailSavedToFiles = true;
    open();
    await screen.findByText(/^No one\. Emails are saved as files on this server/);
  });

  test('The system screen says that the server kept no one waiting', async () => {
    open();
    await screen.findByText('Since it started, this server hasn’t kept anyone waiting for 0.2 seconds or longer.');
  });

  test('The system screen says when the server kept visitors waiting, for how long and with what', async () => {
    const at = Date.parse('2026-11-23T01:02:00Z');
    const pauses = [
      { at: at + 1_000, milliseconds: 1310.2, busyMilliseconds: 1300, work: 'imports' },
      { at, milliseconds: 250, busyMilliseconds: 20, work: 'GET /api/blogs/:id' },
      { at: at - 1_000, milliseconds: 210, busyMilliseconds: 210, work: null },
    ];
    Object.assign(site.deps.loopWatch, { listPauses: () => pauses });
    open();
    const rows = within(await screen.findByRole('region', { name: 'Pauses' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Importing23 Nov 2026, 2:02 pm NZDT1.3 s',
      'GET /api/blogs/:id23 Nov 2026, 2:02 pm NZDT. Mostly it waited for the disk, or the machine was busy.0.3 s',
      'Unknown work23 Nov 2026, 2:01 pm NZDT0.2 s',
    ]);
    await expectAccessible();
  });

  test('lists backups with their proof and how to restore the newest that is proven', async () => {
    const backups = [
      createRecord('hourly', 9, 'The file is damaged or cut off: it can’t be unpacked.'),
      createRecord('daily', 8),
      ...[7, 6, 5, 4, 3, 2, 1].map((hour) => createRecord('hourly', hour)),
    ];
    status = { ...status, backups };
    open();
    const table = await screen.findByRole('table');
    const rows = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent);
    expect(rows()).toHaveLength(8);
    expect(rows()[0]).toMatch(/Hourly1.4 MBNot provenThe file is damaged/);
    expect(rows()[1]).toMatch(/Daily1.4 MBProven20261123-8-daily/);
    screen.getByText('npm run restore -- 20261123-8-daily.db.gz');
    await userEvent.click(screen.getByRole('button', { name: 'Show all 9' }));
    expect(rows()).toHaveLength(9);
    await expectAccessible();
  });

  test('backs up on demand, waits visibly, and shows the result', async () => {
    Object.assign(site.deps.backups, {
      backUp: async () => {
        status = { ...status, isRunning: true };
      },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
    await screen.findByRole('button', { name: 'Backing up...' });
    status = { ...status, isRunning: false, backups: [createRecord('manual', 10)] };
    await screen.findByText('By hand', {}, { timeout: 5_000 });
    screen.getByRole('button', { name: 'Back up now' });
  });

  test('says why it couldn’t load, and loads again', async () => {
    const mend = site.network.fail('GET', SYSTEM);
    open();
    await screen.findByText('Couldn’t load the state of the server');
    mend();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Everything works');
  });
});
