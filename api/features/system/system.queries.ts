import type { Database } from '#db/client.ts';

export async function readDatabaseBytes(db: Database): Promise<number> {
  const { rows } = await db.client.execute(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  );
  return Number(rows[0]?.bytes);
}
