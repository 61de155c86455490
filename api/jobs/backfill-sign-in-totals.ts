import type { Database } from '#db/client.ts';
import { write } from '#db/write.ts';

/**
 * Fills the sign-in totals of a database that is older than them from its audit log. A migration could not: it does not
 * know the name of the site. Of servers that start at once, one fills them. Sign-outs of sessions of other sites count for this
 * one, because the log does not tell them apart.
 */
export async function backfillSignInTotals(db: Database, siteName: string): Promise<void> {
  const { rows } = await db.client.execute('SELECT 1 FROM sign_in_totals LIMIT 1');
  if (rows.length > 0) return;
  await write(db, [
    {
      sql: `INSERT INTO sign_in_totals (user_id, product_name, sign_ins, sign_outs, first_sign_in_at, last_sign_in_at)
        SELECT actor_id, ?, sum(action = 'auth.signed_in'), sum(action = 'auth.signed_out'),
          min(at) FILTER (WHERE action = 'auth.signed_in'), max(at) FILTER (WHERE action = 'auth.signed_in')
        FROM audit_log WHERE action IN ('auth.signed_in', 'auth.signed_out') AND actor_id IN (SELECT id FROM users)
          AND NOT EXISTS (SELECT 1 FROM sign_in_totals)
        GROUP BY actor_id HAVING sum(action = 'auth.signed_in') > 0`,
      args: [siteName],
    },
  ]);
}
