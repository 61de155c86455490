import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import type { Deps } from '#api/deps.ts';
import {
  openshelfWebhooks,
  publicationCategories,
  publications,
  publicationTexts,
  publicationVersions,
  rejectionReasons,
} from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { recordDecision, insertVersion, createPublication } from '../app/publications.ts';
import { publishVersion } from './works.ts';

/** Ends whatever element it may stand in; each part that ran would call `canary`. */
export const MARKUP = `</script></textarea></title><script>canary(1)</script><img src=x onerror="canary(2)"><svg onload=canary(3)><a href="javascript:canary(4)">X</a><base href="//evil.example/">{{7*7}}\u202e]]>`;
const WORK = {
  categoryId: 6,
  title: `Hostile ${MARKUP}`,
  authorName: `Author ${MARKUP}`,
  authorBio: `Bio ${MARKUP}`,
  authorContact: `"><iframe srcdoc="<script>canary(5)</script>">${MARKUP}`,
  description: `About\n\n${MARKUP}`,
  aiDecision: 'approved',
  aiConfidence: 0.5,
  aiComments: MARKUP,
} as const;
const DATA_URL = 'data:text/html,<script>canary(6)</script>';
const NO_LINKS = { pdfUrl: '\tjavascript:canary(7)', mdUrl: '//evil.example/x', epubUrl: DATA_URL };
const ADDRESSES = [
  { htmlUrl: 'JaVaScRiPt:canary(8)', ...NO_LINKS },
  {
    htmlUrl: 'https://me:secret@evil.example/',
    pdfUrl: 'http://evil.example/',
    mdUrl: 'vbscript:x',
    epubUrl: 'https://',
  },
];
const TEXT_URL = 'https://books.example/1.html';

type Test = Pick<Deps, 'db' | 'clock'>;

/** Replaces all works by some that no check of the API would let in, straight in the database. On the shelf: hostile-0 and hostile-1. */
export async function insertHostileWorks(test: Test): Promise<{ pending: number; rejected: number }> {
  const { db } = test;
  await write(db, [
    db.orm.delete(publications),
    db.orm.update(publicationCategories).set({ name: sql`${`${MARKUP} `} || id` }),
    db.orm.update(rejectionReasons).set({ label: MARKUP, text: MARKUP }),
  ]);
  const pending = await createPublication(test, { ...WORK, title: 'Before', ...NO_LINKS, htmlUrl: TEXT_URL });
  await insertVersion(test, pending, { ...WORK, ...NO_LINKS, htmlUrl: TEXT_URL, number: 2 });
  const rejected = await createPublication(test, {
    ...WORK,
    ...ADDRESSES[0],
    status: 'REJECTED',
    excludedReviewerId: 0,
  });
  const decision = { comments: MARKUP, aiDecision: 'approved', aiConfidence: 0.5, categoryId: 6 } as const;
  await recordDecision(test, rejected, 'reject', decision);
  const versions = await db.orm.select({ versionId: publicationVersions.id }).from(publicationVersions);
  const text = {
    url: TEXT_URL,
    html: `<p>Begin</p><img alt="">${MARKUP}<p>${MARKUP}`,
    fetchedAt: 1,
    images: [
      { url: 'https://evil.example/x.png', alt: MARKUP },
      { url: 'javascript:canary(9)', alt: MARKUP },
    ],
    removedLinks: { count: 1, links: [{ address: 'javascript:canary(10)', text: MARKUP, reason: 'script' as const }] },
  };
  const webhook = { eventId: MARKUP, type: 'publication.rejected', payload: MARKUP, status: 'failed' } as const;
  await write(db, [
    db.orm
      .update(publications)
      .set({ title: WORK.title, versionNumber: 2, submittedAt: 1 })
      .where(eq(publications.id, pending)),
    db.orm.insert(publicationTexts).values(versions.map((each) => ({ ...each, ...text }))),
    db.orm.insert(openshelfWebhooks).values({
      ...webhook,
      publicationId: rejected,
      nextAttemptAt: 1,
      createdAt: 1,
      lastError: MARKUP,
      lastStatusCode: 500,
    }),
  ]);
  for (const [index, addresses] of ADDRESSES.entries()) {
    const id = await createPublication(test, { ...WORK, ...addresses, slug: `hostile-${index}` });
    await publishVersion(test, id, 1);
  }
  return { pending, rejected };
}

/** What would show that a text became more than text: handlers, scripts, elements of it, and links that lead astray. */
export async function listActiveNodes(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate((origin) => {
        const leadsAstray = (element: Element) => {
          const url = URL.parse((element as HTMLAnchorElement).href);
          if (url?.origin === origin || url?.protocol === 'mailto:' || url?.protocol === 'tel:') return false;
          return url?.protocol !== 'https:' || url.username !== '' || url.hostname.includes('evil');
        };
        const isActive = (element: Element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')) ||
          element.matches('img[src=x], base, iframe[srcdoc*=canary], object, embed') ||
          (element.matches('script') && (element.textContent ?? '').trimStart().startsWith('canary')) ||
          (element.matches('a[href], area[href]') && leadsAstray(element));
        return [...document.querySelectorAll('*')].filter(isActive).map((each) => each.outerHTML.slice(0, 200));
      }, new URL(page.url()).origin),
    ),
  );
  return found.flat();
}
