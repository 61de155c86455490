import { type SQL, sql } from 'drizzle-orm';
import { FIRST_NAMES, LAST_NAMES } from './admin-rows.ts';
import { numbers, pick, shuffle } from './row-values.ts';

export const OPENSHELF_ROWS = { publications: 50_000, pending: 5_000, histories: 100_000 };
/** Pages of so many works are rendered; those of all would take minutes. */
const ON_THE_SHELF = 100;
/** Reviewers: every so many users is an admin. */
export const REVIEWERS = 4;
const HOUR_MS = 3_600_000;

export const TITLE_WORDS =
  'Tides Ledger Hedgerow Beekeeper Harbour Lighthouse Sourdough Wind Carpenter Kitchen River Mountain Garden Letters Winter'.split(
    ' ',
  );
/** Each is in a quarter of the descriptions. */
const SENTENCES = [
  'What grew along one lane, and what three generations made of it.',
  'Recipes, letters and maps, with an honest account of what works and what does not.',
  'A hive is poisoned, and the only witness keeps accounts.',
  'Forty loaves that do not collapse above 1,000 metres.',
  'A harbour in winter, told by those who row across it.',
  'For readers who have never held a chisel, and for those who have.',
  'The second case of a constable who would rather be fishing.',
  'Poems about rain, sheep and the long way home.',
];
const description = sql.join(
  ['n / 3', '1 + n / 5'].map((index) => pick(SENTENCES, sql.raw(`(${index})`))),
  sql` || ' ' || `,
);

const STATUSES = [
  ...['ADMIN_REVIEWING', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED'],
  ...['REJECTED', 'DRAFT', 'AI_REJECTED'],
];
const AI_DECISIONS = ['approved', 'approved', 'approved', 'rejected', 'needs_review'];
const DECISIONS = ['approve', 'approve', 'approve', 'approve', 'approve', 'approve', 'reject', 'request_changes'];

/** Reviewers, 50,000 publications of which a tenth waits, their versions, and two moves of history for each. */
export function openshelfStatements(now: number): SQL[] {
  const createdAt = sql`${now} - ${shuffle(400_000)} * 60000 - n`;
  const status = pick(STATUSES, sql`n`);
  const word = pick(TITLE_WORDS, sql`n / 10`);
  const author = sql`${pick(FIRST_NAMES, sql`n / 7`)} || ' ' || ${pick(LAST_NAMES, sql`n / 140`)}`;
  const work = sql`title, author_name, description, category_id, submitted_at, ai_decision, ai_confidence, ai_comments, created_at`;
  return [
    sql`${numbers(REVIEWERS)} INSERT INTO users (id, email, first_name, last_name, role, created_at, updated_at)
      SELECT n, 'reviewer' || n || '@example.com', ${pick(FIRST_NAMES, sql`n`)}, 'Ngata', 'admin', ${now}, ${now} FROM numbers`,
    sql`${numbers(OPENSHELF_ROWS.publications)}
      INSERT INTO publications (id, slug, status, version_number, shelf_version, ${work}, queued_at, updated_at, published_at)
      SELECT n, 'work-' || n, ${status}, 1, iif(n % 10 = 1 AND n <= ${ON_THE_SHELF * 10}, 1, NULL),
        ${word} || ' of the ' || ${pick(TITLE_WORDS, sql`n / 150`)} || ' ' || n, ${author}, ${description}, 1 + n / 10 % 7,
        ${createdAt} + ${HOUR_MS}, ${pick(AI_DECISIONS, sql`n / 10`)}, ${shuffle(101)} / 100.0, 'Careful and well referenced.',
        ${createdAt}, iif(n % 10 = 0, ${createdAt} + ${2 * HOUR_MS}, NULL), ${createdAt}, iif(n % 10 = 1, ${createdAt}, NULL)
      FROM numbers`,
    sql`INSERT INTO publication_versions (publication_id, number, ${work}) SELECT id, 1, ${work} FROM publications`,
    sql`INSERT INTO publication_history (publication_id, version_number, move, to_status, actor, ai_decision, ai_confidence,
        category_id, at)
      SELECT id, 1, CASE ai_decision WHEN 'approved' THEN 'ai_approve' WHEN 'rejected' THEN 'ai_reject' ELSE 'ai_pass_on' END,
        'ADMIN_REVIEWING', 'service', ai_decision, ai_confidence, category_id, submitted_at FROM publications`,
    sql`INSERT INTO publication_history (publication_id, version_number, move, from_status, to_status, actor, user_id, comments,
        ai_decision, ai_confidence, category_id, at)
      SELECT id AS n, 1, ${pick(DECISIONS, sql`id`)}, 'ADMIN_REVIEWING', 'APPROVED', 'reviewer', 1 + id % ${sql.raw(String(REVIEWERS))},
        'Thank you.', ai_decision, ai_confidence, category_id, submitted_at + ${HOUR_MS} FROM publications`,
    sql`INSERT INTO openshelf_webhooks (event_id, type, publication_id, payload, status, next_attempt_at, created_at)
      SELECT 'event-' || id, 'publication.approved', id, '{}', iif(id % 1000 = 7, 'failed', 'delivered'), created_at, created_at
      FROM publications WHERE status = 'PUBLISHED'`,
  ];
}
