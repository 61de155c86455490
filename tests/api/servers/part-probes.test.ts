import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createShortDiskWatch, probeDatabase, probeDisk } from '#api/servers/part-probes.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

describe('the watch of a disk that runs out of space (T37)', () => {
  it('A disk is short from the first check with less than 1 GB, with what is left, until there is more', async () => {
    let free: number | null = 1e9;
    const findShortDisk = createShortDiskWatch(test.directory, test.clock, async () => free);
    expect(await findShortDisk()).toBeNull();
    free = 999e6;
    const since = test.clock.now();
    expect(await findShortDisk()).toEqual({ since, reason: '999 MB are left.' });
    test.clock.advance(60_000);
    free = 12e6;
    expect(await findShortDisk()).toEqual({ since, reason: '12 MB are left.' });
    free = 2e9;
    expect(await findShortDisk()).toBeNull();
    free = 5e8;
    expect(await findShortDisk()).toMatchObject({ since: test.clock.now() });
  });

  it('A directory that is gone is no short disk, and ends no round of checks; the disk fails with a sentence', async () => {
    const gone = join(test.directory, 'gone');
    expect(await createShortDiskWatch(gone, test.clock)()).toBeNull();
    expect(await probeDisk(gone, null)).toMatch(/^The data directory can’t be read\./);
    expect(await probeDisk(test.directory, null)).toBeNull();
  });
});

describe('a data directory that is gone (T37)', () => {
  it('A save is refused with a sentence while the database file is gone or another one, and taken once it is back', async () => {
    const admin = await createApiCaller(test);
    const [file, aside] = [join(test.directory, 'app.db'), join(test.directory, 'aside.db')];
    const save = () => admin.call('POST', '/api/blogs', { title: 'Tea', content: '<p>Hot.</p>' });
    expect(await probeDatabase(test.db)).toBeNull();
    await rename(file, aside);
    const refused = { status: 503, body: { message: expect.stringContaining('nothing was saved') } };
    expect(await save()).toMatchObject(refused);
    expect(await probeDatabase(test.db)).toMatch(/^The database file is gone\./);
    await rename(aside, file);
    expect(await save()).toMatchObject({ status: 201 });
    await rm(file);
    expect(await save()).toMatchObject(refused);
  });
});
