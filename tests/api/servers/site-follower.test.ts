import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileStoreUnavailableError } from '#api/adapters/file-store.ts';
import { Manifest, type ReleaseEntry } from '#api/releases/manifest.ts';
import {
  commitRelease,
  followRelease,
  listNeededHashes,
  pruneReleases,
  ReleaseConflictError,
} from '#api/releases/release-rows.ts';
import { SiteFollower } from '#api/servers/site-follower.ts';
import { Wakes } from '#api/servers/wakes.ts';
import { write } from '#db/write.ts';
import { createTestDatabase, type TestDatabase } from '../../support/app/test-app.ts';

let test: TestDatabase;
let current = 0;

beforeEach(async () => {
  test = await createTestDatabase();
  current = 0;
});
afterEach(() => test.close());

const page = (path: string, input = '1'): ReleaseEntry => ({
  path,
  status: 200,
  hash: 'a'.repeat(64),
  location: null,
  contentType: 'text/html; charset=utf-8',
  policy: "default-src 'none'",
  inputHash: input,
  postIds: [],
  validUntil: null,
});

async function release(changed: ReleaseEntry[], removed: string[] = []): Promise<void> {
  const facts = { kind: 'publish', note: '', buildId: '', pagesTotal: 0, bytes: 0, now: 0 } as const;
  current = await commitRelease(test.db, { ...facts, base: { release: current, pinned: null }, changed, removed });
}

/** The store of a server that has every object on its disk. */
const atHand = { obtain: async () => undefined };

const listPages = (manifest: Manifest) =>
  [...manifest.entries()].map(({ path, inputHash }) => `${path} ${inputHash}`).toSorted();

describe('a server that follows', () => {
  it('takes up only what changed since its own release, however many came between', async () => {
    await release([page('/'), page('/a'), page('/b')]);
    const manifest = new Manifest();
    await followRelease(test.db, manifest, atHand);
    const kept = manifest.get('/');
    await release([page('/c')], ['/a']);
    await release([page('/b', '2')], ['/c']);
    await release([page('/a', '3')]);
    const changed = await followRelease(test.db, manifest, atHand);
    expect(changed.map(({ path }) => path).toSorted()).toEqual(['/a', '/b']);
    expect([manifest.release, listPages(manifest)]).toEqual([4, ['/ 1', '/a 3', '/b 2']]);
    expect(manifest.get('/')).toBe(kept);
    expect(manifest.get('/a')?.policy).toBe("default-src 'none'");
  });

  it('that is behind what is kept reads everything again', async () => {
    await release([page('/'), page('/gone')]);
    const manifest = new Manifest();
    await followRelease(test.db, manifest, atHand);
    await release([], ['/gone']);
    for (let n = 2; n <= 6; n += 1) await release([page('/', `${n}`)]);
    await pruneReleases(test.db, 2);
    await followRelease(test.db, manifest, atHand);
    expect(listPages(manifest)).toEqual(['/ 6']);
  });

  it('keeps the objects of its release from being deleted', async () => {
    await release([{ ...page('/'), hash: 'b'.repeat(64) }]);
    for (let n = 2; n <= 6; n += 1) await release([page('/', `${n}`)]);
    await write(test.db, [
      "INSERT INTO builds VALUES ('build', 0)",
      "INSERT INTO servers VALUES ('slow', 'slow', 'build', 0, CAST(unixepoch('subsec') * 1000 AS INTEGER), 1)",
    ]);
    await pruneReleases(test.db, 2);
    expect(await listNeededHashes(test.db)).toContain('b'.repeat(64));
    await write(test.db, ['UPDATE servers SET seen_at = 0']);
    await pruneReleases(test.db, 2);
    expect(await listNeededHashes(test.db)).not.toContain('b'.repeat(64));
  });

  it.each([
    ['a release', async () => release([{ ...page('/a', '2'), hash: 'c'.repeat(64) }, page('/b', '2')])],
    [
      'releases, the first of which are deleted,',
      async () => {
        for (let n = 2; n <= 6; n += 1) await release([{ ...page('/a', `${n}`), hash: 'c'.repeat(64) }]);
        await pruneReleases(test.db, 2);
      },
    ],
  ])('goes on with the pages that it has until it has all objects of %s', async (_what, publish) => {
    await release([page('/'), page('/a')]);
    const manifest = new Manifest();
    await followRelease(test.db, manifest, atHand);
    await publish();
    const asked: string[] = [];
    let isAway = true;
    const store = {
      obtain: async (objects: readonly { hash: string }[]) => {
        asked.push(...objects.map(({ hash }) => hash));
        if (isAway) throw new FileStoreUnavailableError('The bucket doesn’t answer.');
      },
    };
    await expect(followRelease(test.db, manifest, store)).rejects.toThrow(FileStoreUnavailableError);
    expect([manifest.release, listPages(manifest)]).toEqual([1, ['/ 1', '/a 1']]);
    expect(asked).toContain('c'.repeat(64));
    // Objects that pages of this server have already are at hand.
    expect(asked.length).toBeLessThanOrEqual(2);
    isAway = false;
    await followRelease(test.db, manifest, store);
    expect(manifest.release).toBe(current);
    expect(manifest.get('/a')?.hash).toBe('c'.repeat(64));
  });

  it('switches when it looks, tells of calls that came since, and of a release that the leader didn’t make', async () => {
    await release([page('/')]);
    const seen: string[] = [];
    let isLeading = false;
    const manifest = new Manifest();
    const follower = new SiteFollower({
      db: test.db,
      log: test.deps.log,
      manifest,
      store: atHand,
      isLeading: () => isLeading,
      onRelease: () => void seen.push(`release of ${manifest.size}`),
      onPinned: (pinned) => void (pinned !== null && seen.push(`pinned ${pinned}`)),
      onForeignRelease: () => void seen.push('foreign'),
      onCall: (name) => void seen.push(name),
      onReturn: () => void seen.push('back'),
    });
    const wakes = new Wakes({ db: test.db, log: test.deps.log });
    wakes.call('before it started');
    await wakes.stop();
    await follower.start();
    await follower.stop();
    expect(seen).toEqual(['release of 1']);
    wakes.call('publisher');
    await wakes.stop();
    await follower.check();
    expect(seen).toEqual(['release of 1', 'publisher']);
    isLeading = true;
    await release([page('/b')]);
    await write(test.db, ['UPDATE site_state SET pinned_release = 1']);
    await follower.look();
    // Its own release is in the database a moment before it is switched to.
    expect(seen.slice(2)).toEqual(['pinned 1']);
    await follower.look();
    expect(seen.slice(2)).toEqual(['pinned 1', 'foreign', 'pinned 1']);
    expect(manifest.release).toBe(1);
  });
});

it('a release is refused when another one came first, or publishing was paused meanwhile', async () => {
  await release([page('/')]);
  current = 0;
  await expect(release([page('/b')])).rejects.toThrow(ReleaseConflictError);
  current = 1;
  await write(test.db, ['UPDATE site_state SET pinned_release = 1']);
  await expect(release([page('/b')])).rejects.toThrow(ReleaseConflictError);
  expect((await test.db.client.execute('SELECT count(*) FROM releases')).rows[0]?.[0]).toBe(1);
});
