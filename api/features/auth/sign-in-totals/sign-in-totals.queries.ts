import { type SQL, sql } from 'drizzle-orm';
import { sessions, signInTotals } from '#db/schema/index.ts';
import type { Deps } from '#api/deps.ts';

type Site = Pick<Deps['site'], 'name' | 'apps'>;
type SignIn = {
  email: string;
  /** The origin that the session is handed to; null for this site. */
  audience: string | null;
  now: number;
};

/** The statement that counts a sign-in for its product; it belongs to the batch that opens the session. */
export const countSignInStatement = (site: Site, { email, audience, now }: SignIn) => sql`
  INSERT INTO ${signInTotals} (user_id, product_name, sign_ins, first_sign_in_at, last_sign_in_at)
  SELECT id, ${toProductName(site, sql`${audience}`)}, 1, ${now}, ${now} FROM users WHERE email = ${email}
  ON CONFLICT (user_id, product_name) DO UPDATE SET sign_ins = sign_ins + 1, last_sign_in_at = excluded.last_sign_in_at`;

/** The statement that counts sessions as sign-outs, each for its product; it goes before the one that deletes them. */
export const countSignOutsStatement = (site: Site, userId: number, endedSessions: SQL | undefined) => sql`
  UPDATE ${signInTotals} SET sign_outs = sign_outs + ended.count
  FROM (SELECT ${toProductName(site, sql`${sessions.audience}`)} AS product, count(*) AS count
    FROM ${sessions} WHERE ${endedSessions} GROUP BY product) AS ended
  WHERE user_id = ${userId} AND product_name = ended.product`;

/** The product whose app lives at an origin, else its host; this site for null. */
function toProductName(site: Site, audience: SQL): SQL {
  const apps = site.apps.map(({ origin, productName }) => sql`WHEN ${audience} = ${origin} THEN ${productName}`);
  return sql`CASE WHEN ${audience} IS NULL THEN ${site.name} ${sql.join(apps, sql` `)}
    ELSE substr(${audience}, instr(${audience}, '://') + 3) END`;
}
