import type { CommandRow, TestRow } from './proof-row.ts';

type Options = Omit<TestRow, 'kind'>;

const row = (options: Options): TestRow => ({ kind: 'tests', ...options });

/** For tests whose seed is a setting: a part never repeats what an earlier part tried. */
const seedOf =
  (setting: string, first: number, step = 1) =>
  (part: number) => ({ [setting]: String(first + part * step) });

/** Faults, attacks and random histories at the long size of the fault plan. */
export const faultRows: TestRow[] = [
  row({
    id: 'F1',
    shows:
      'A server killed while it publishes serves whole releases only, and the newest content is live after the restart',
    target: '1,020 kills, 60 a part',
    parts: 17,
    files: ['tests/faults/crash-recovery.test.ts'],
  }),
  row({
    id: 'F1-editors',
    shows: 'A kill during a publish loses nothing of what an editor wrote in a browser',
    target: '30 kills, 3 a part',
    parts: 10,
    files: ['tests/faults/crash-while-publishing.test.ts'],
  }),
  row({
    id: 'F3',
    shows: 'Joins of a waiting list survive a kill among them, and no address is stored twice',
    target: '20,000 joins, 1,000 a part',
    parts: 20,
    files: ['tests/faults/waiting-list/waiting-list.test.ts'],
  }),
  row({
    id: 'F4',
    shows:
      'Random lives of subscriptions, each event 100 times and shuffled, end as Stripe has them, with each effect once',
    target: '2,000 seeds, 10 a part',
    parts: 200,
    files: ['tests/api/subscriptions/subscription-model.test.ts'],
    settings: seedOf('SUBSCRIPTION_SEED', 1, 10),
  }),
  row({
    id: 'F4-ledger',
    shows:
      'Random lives on sites after a first run, in seven currencies: every amount that anybody reads is that of a ledger written from the events',
    target: '301 lives a part',
    parts: 10,
    files: ['tests/api/subscriptions/random-lives.test.ts'],
    settings: seedOf('LIVES_SEED', 1, 7),
  }),
  row({
    id: 'F5',
    shows: 'Bursts of 50 publishes by 5 admins make two releases at most, and the last version is live',
    target: '100 bursts, 5 a part',
    parts: 20,
    files: ['tests/site/publishing/publishing-api.test.ts'],
    title: 'F5',
  }),
  row({
    id: 'F6',
    shows:
      'After random changes of posts, pages, menus and settings, schedules, restores and crashes the live site is byte for byte a full build (F25)',
    target: '10,000 histories, 100 a part',
    parts: 100,
    files: ['tests/site/publishing/publish-model.test.ts'],
  }),
  row({
    id: 'F6-shelf',
    shows: 'After random decisions about works the public shelf is byte for byte a full build (F25)',
    target: '2,000 histories, 8 a part',
    parts: 250,
    files: ['tests/site/openshelf/shelf-model.test.ts'],
  }),
  row({
    id: 'F6-drafts',
    shows: 'Autosave loses and doubles no word in random histories of tabs, editors and networks',
    target: '30,000 histories, 600 a part',
    parts: 50,
    files: ['tests/unit/drafts/draft-autosaver-model.test.ts'],
    title: 'F6',
  }),
  row({
    id: 'F7',
    shows: 'Kills among decisions, purges, works and drafts lose no acknowledged write, and no effect comes twice',
    target: '500 kills, about 25 a part',
    parts: 20,
    files: [
      'tests/faults/openshelf/decisions-after-kill.test.ts',
      'tests/faults/openshelf/shelf-after-kill.test.ts',
      'tests/faults/publishing/purge-after-kill.test.ts',
      'tests/faults/drafts/draft-durability.test.ts',
    ],
    settings: seedOf('FC_SEED', 7_001),
  }),
  row({
    id: 'F9',
    shows: 'A full disk is answered with 507 or 503, serves the old site, tears no file, and works again with space',
    target: '40 full disks, 4 a part',
    parts: 10,
    files: ['tests/faults/full-disk.test.ts'],
  }),
  row({
    id: 'F10',
    shows: 'Every mail arrives exactly once after each fault of a mail server, and no sign-in waits for it',
    target: '20 of each fault, 5 a part',
    parts: 4,
    files: ['tests/faults/mail/smtp.test.ts'],
  }),
  row({
    id: 'F11',
    shows: 'Each fault of Stripe is answered within 12 s with its message, and leaves no half state',
    target: '60 faults, 6 a part',
    parts: 10,
    files: [
      'tests/api/subscriptions/stripe-faults.test.ts',
      'tests/api/subscriptions/checkout.test.ts',
      'tests/api/subscriptions/cancellation.test.ts',
      'tests/api/subscriptions/downgrade.test.ts',
    ],
    title: 'F11',
  }),
  row({
    id: 'F12',
    shows: 'Codes, sessions and bans end by their rule through jumps of the clock, daylight saving and leap days',
    target: 'every jump',
    parts: 1,
    files: ['tests/api/auth/auth-clock.test.ts', 'tests/unit/local-time.test.ts'],
    title: 'F12',
  }),
  row({
    id: 'F13',
    shows: 'A stop answers all 200 requests in flight and ends event streams after a whole event',
    target: '100 stops, 2 a part',
    parts: 50,
    files: ['tests/faults/start-stop.test.ts', 'tests/faults/publishing/publish-events.test.ts'],
    title: 'F13',
  }),
  row({
    id: 'F16',
    shows: 'Every operation of OpenShelf answers any request as its description says',
    target: '20,000 requests for each operation and caller, 500 a part',
    parts: 40,
    files: ['tests/api/openshelf/fuzz.test.ts'],
    settings: seedOf('FUZZ_SEED', 20_261_122),
  }),
  row({
    id: 'F17',
    shows: 'Slugs, callback addresses and excerpts hold their rules for any text',
    target: '1,000,000 texts each, 20,000 a part',
    parts: 50,
    files: ['tests/unit/slug.test.ts', 'tests/unit/callback-url.test.ts', 'tests/unit/format.test.ts'],
  }),
  row({
    id: 'T20',
    shows:
      'No hostile HTML is active in a browser, after the sanitiser and after the rewriting of earlier releases (T35)',
    target: '1,000,000 cases, 20,000 a part',
    parts: 50,
    files: ['tests/faults/hostile-html.test.ts', 'tests/faults/hostile-releases.test.ts'],
    settings: seedOf('HOSTILE_SEED', 20_261_121),
  }),
  row({
    id: 'T36',
    shows: 'Of several starts on one data directory one owns it, also with a stale lock and a kill between (T48)',
    target: '2,000 rounds of 4 starts, 200 a part',
    parts: 10,
    files: ['tests/faults/data-lock.test.ts'],
  }),
  row({
    id: 'F20',
    shows:
      'Two servers, the leader killed while publishing: the other goes on, nothing accepted is lost, each mail comes under one Message-ID',
    target: '100 kills, 2 a part',
    parts: 50,
    files: ['tests/faults/several-servers.test.ts'],
    title: 'F20',
  }),
  row({
    id: 'F21',
    shows: 'A leader that was paused for longer than its lease writes nothing when it goes on (T49)',
    target: '30 pauses, 1 a part',
    parts: 30,
    files: ['tests/faults/several-servers.test.ts'],
    title: 'F21',
  }),
  row({
    id: 'F23',
    shows: 'A disk of 40 MB that publishing fills frees itself while full, and nothing accepted is lost',
    target: '10 disks, 1 a part',
    parts: 10,
    files: ['tests/faults/full-disk-of-releases.test.ts'],
  }),
  row({
    id: 'F24',
    shows: 'A backup under load holds every write acknowledged before it, is proven, and refuses damaged files (F18)',
    target: '50 random moments each of a file and a libSQL server, 10 a part',
    parts: 5,
    settings: seedOf('BACKUP_SEED', 20_261_125),
    files: ['tests/api/backups/moments.test.ts', 'tests/api/backups/backups.test.ts'],
  }),
  row({
    id: 'F28',
    shows:
      'A restored second has all that was acknowledged before it and nothing from after it, also over kills and with the machine lost',
    target: '60 random seconds of a minute under load; 4 random lives of 120 steps; 2 lost machines',
    parts: 1,
    settings: seedOf('BACKUP_SEED', 20_261_129),
    files: [
      'tests/api/backups/restored-seconds.test.ts',
      'tests/api/backups/wal-capture.test.ts',
      'tests/faults/lost-machine.test.ts',
    ],
  }),
  row({
    id: 'F22',
    shows: 'An update with a migration, while both builds serve and publish: no request of visitors fails',
    target: '10 updates with 2,000 requests each, 1 a part',
    parts: 10,
    files: ['tests/faults/several-servers.test.ts'],
    title: 'F22',
  }),
  row({
    id: 'F22-restart',
    shows: 'No request is refused or cut off over restarts behind a socket of systemd',
    target: '30 restarts with 700 requests and more before each, 3 a part',
    parts: 10,
    files: ['tests/faults/restart.test.ts'],
  }),
];

/** Everything at once, on two servers. */
export const tortureRow: CommandRow = {
  kind: 'command',
  id: 'torture',
  shows:
    'Two servers under kills, pauses, full disks and failing backends: everything is as people were told (F20, F21)',
  target: '3 seeds of 30 minutes, 1 a part',
  parts: 3,
  command: (part) => ['scripts/torture.ts', '--seed', String(part + 1), '--minutes', '30'],
};

/** The longest work that people can ask for, one case at a time. */
export const heavyCasesRow: CommandRow = {
  kind: 'command',
  id: 'heavy-cases',
  shows:
    'While each heavy case runs no page is lost, the slowest hundredth takes 100 ms at most and the process 700 MB; a start after a kill in its middle is as fast as without (T52)',
  target: 'every case, 3 kills each',
  parts: 1,
  command: () => ['scripts/heavy-cases.ts'],
};

/** Servers without their database, their bucket and both. */
export const outagesRow: CommandRow = {
  kind: 'command',
  id: 'outages',
  shows:
    'Two servers without their database, bucket or both, and a third that starts meanwhile, send every page, accept nothing that is lost, and go on within 2 s of the return (F26)',
  target:
    '10 minutes and 20,000 pages each of database, bucket and both; 10 outages of 10 s with a publish each second',
  parts: 1,
  command: () => ['scripts/outages.ts', '--minutes', '10', '--pages', '20000', '--outages', '10', '--seconds', '10'],
};

/** What DESIGN.md asks of every screen. */
export const screenRows: TestRow[] = [
  row({
    id: 'axe',
    shows: 'No axe violation on any screen in any state, light and dark',
    target: 'every state that a browser test reaches, in both schemes',
    parts: 1,
    files: ['tests/e2e'],
  }),
  row({
    id: 'layout',
    shows: 'No layout shift, and nothing is wider than the screen from 320 px on',
    target: 'every page',
    parts: 1,
    files: ['tests/e2e/layout.test.ts', 'tests/e2e/font-sets.test.ts'],
  }),
  row({
    id: 'editor',
    shows: 'Random texts, edits and Markdown go through the editor and back unchanged, or nothing of them is lost',
    target: '2,000 texts, 150 histories of edits, 800 Markdown texts',
    parts: 1,
    files: ['tests/e2e/editor/editor-html.test.ts', 'tests/e2e/editor/editor-paste.test.ts'],
  }),
  row({
    id: 'shift',
    shows: 'A shift of decisions by keyboard alone: each is made once, and leaves once',
    target: '50 decisions',
    parts: 1,
    files: ['tests/e2e/openshelf/shift.test.ts'],
  }),
  row({
    id: 'print',
    shows: 'Printing a post or the terms gives a clean page',
    target: 'every kind of page',
    parts: 1,
    files: ['tests/e2e/print.test.ts'],
  }),
];
