import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#db/client.ts';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { insertSlugStatement } from '#db/queries/slugs.ts';
import { documentSlugs, documents, sections } from '#db/schema/index.ts';
import { type DemoDocument, demoSections } from '#db/seed/documents.ts';
import { write } from '#db/write.ts';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { toPlainText } from '#api/adapters/html/html-text.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const directory = join(PROJECT_ROOT, 'db/seed/documents');

/** Fills empty tables with the demo documents and their sections; does nothing when there are any. */
export async function seedDemoDocuments(db: Database, now: number): Promise<void> {
  const { rows } = await db.client.execute(`
    SELECT EXISTS (SELECT 1 FROM documents) OR EXISTS (SELECT 1 FROM sections) AS is_filled,
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'documents'), 0) AS last_document,
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'sections'), 0) AS last_section`);
  if (rows[0]?.is_filled !== 0) return;
  const all = demoSections.flatMap((section) => section.documents);
  const ids = new Map(all.map(({ slug }, at) => [slug, Number(rows[0]?.last_document) + at + 1]));
  const contents = new Map<DemoDocument, string>();
  for (const document of all) contents.set(document, await readContent(document.slug, ids));

  await write(db, [
    // There is no document, so all slugs are of deleted ones.
    db.orm.delete(documentSlugs),
    ...demoSections.flatMap((section, at) => {
      const sectionId = Number(rows[0]?.last_section) + at + 1;
      const { name, productId } = section;
      return [
        db.orm
          .insert(sections)
          .values({ id: sectionId, name, productId, position: at, createdAt: now, updatedAt: now }),
        ...section.documents.flatMap((document, position) => {
          const changed = now - document.ageInDays * DAY_MS;
          const content = contents.get(document) ?? '';
          const { slug } = document;
          const id = requireId(ids, slug);
          const row = {
            id,
            slug,
            title: document.title,
            sectionId,
            content,
            contentText: toPlainText(content),
            status: document.status,
            position,
            createdAt: changed,
            updatedAt: changed,
          };
          return [db.orm.insert(documents).values(row), insertSlugStatement('document', { id, slug, now: changed })];
        }),
      ];
    }),
  ]);
}

async function readContent(slug: string, ids: ReadonlyMap<string, number>): Promise<string> {
  const html = await readFile(join(directory, `${slug}.html`), 'utf8');
  return sanitizeContent(
    html.replaceAll(/href="document:([a-z0-9-]+)"/g, (link, to: string) => {
      requireId(ids, to);
      return link.replace('document:', '/documents/');
    }),
  );
}

function requireId(ids: ReadonlyMap<string, number>, slug: string): number {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`Demo documents link to a document that doesn’t exist: "${slug}".`);
  return id;
}
