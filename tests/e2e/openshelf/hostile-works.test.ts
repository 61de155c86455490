import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openshelfWebhooks,
  publicationCategories,
  publications,
  publicationTexts,
  publicationVersions,
  rejectionReasons,
} from '#db/schema/index.ts';
import { write } from '#db/write.ts';
import { paths } from '#src/lib/paths.ts';
import { addDecision, addVersion, addWork } from '../../support/openshelf/reviewed-works.ts';
import { publishVersion } from '../../support/openshelf/works.ts';
import { findXmlError } from '../../support/site/strict-xml.ts';
import { signInAs } from '../sign-in-as.ts';
import { type Site, startSite } from '../site.ts';

const MARKUP = `</script></textarea></title><script>canary(1)</script><img src=x onerror="canary(2)"><svg onload=canary(3)><a href="javascript:canary(4)">X</a>{{7*7}}\u202e]]>`;
const CONTENT = {
  title: `Hostile ${MARKUP}`,
  authorName: `Author ${MARKUP}`,
  authorBio: `Bio ${MARKUP}`,
  authorContact: `"><iframe srcdoc="<script>canary(5)</script>">`,
  description: `About\n\n${MARKUP}`,
  aiDecision: 'needs_review',
  aiConfidence: 0.5,
  aiComments: MARKUP,
} as const;
const ADDRESSES = [
  {
    htmlUrl: 'JaVaScRiPt:canary(6)',
    pdfUrl: '\tjavascript:canary(7)',
    mdUrl: '//evil.example/x',
    epubUrl: 'data:text/html,<script>canary(8)</script>',
  },
  {
    htmlUrl: 'https://me:secret@evil.example/',
    pdfUrl: 'http://evil.example/',
    mdUrl: 'vbscript:x',
    epubUrl: 'https://',
  },
];

let site: Site;
let pending: number;
let rejected: number;
/** Rows as no check of the API would let them in, in place of the demo’s. */
beforeAll(async () => {
  site = await startSite();
  const { db } = site.server;
  await write(db, [
    db.orm.delete(publications),
    db.orm.update(publicationCategories).set({ name: sql`${`${MARKUP} `} || id` }),
    db.orm.update(rejectionReasons).set({ label: MARKUP, text: MARKUP }),
  ]);
  pending = await addWork(site.server, { ...CONTENT, ...ADDRESSES[0], versionNumber: 2, submittedAt: 1 });
  await addWork(site.server, { ...CONTENT, ...ADDRESSES[1] });
  rejected = await addWork(site.server, { ...CONTENT, ...ADDRESSES[0], status: 'REJECTED', excludedReviewerId: 0 });
  await addDecision(site.server, rejected, 'reject', { comments: MARKUP });
  await addVersion(site.server, pending, { ...CONTENT, title: 'Before', number: 2 });
  const versions = await db.orm.select({ versionId: publicationVersions.id }).from(publicationVersions);
  const text = {
    url: 'javascript:canary(9)',
    html: `<p>Begin</p>${MARKUP}<base href="//evil.example/">`,
    fetchedAt: 1,
  };
  await write(db, [
    db.orm.insert(publicationTexts).values(versions.map((each) => ({ ...each, ...text }))),
    db.orm.insert(openshelfWebhooks).values({
      ...{ eventId: MARKUP, type: 'publication.rejected', publicationId: rejected, payload: MARKUP, status: 'failed' },
      ...{ nextAttemptAt: 1, lastError: MARKUP, lastStatusCode: 500, createdAt: 1 },
    }),
  ]);
  for (const [index, addresses] of ADDRESSES.entries()) {
    const id = await addWork(site.server, { ...CONTENT, ...addresses, status: 'APPROVED' });
    await write(db, [
      db.orm
        .update(publications)
        .set({ slug: `hostile-${index}` })
        .where(sql`id = ${id}`),
    ]);
    await publishVersion(site.server, id, 1);
  }
  await site.server.publisher.whenIdle();
});
afterAll(() => site.close());

/** What would show that a text became more than text: scripts that ran, handlers, foreign elements, and links that lead astray. */
async function findActive(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) {
    found.push(
      ...(await frame.evaluate(() => {
        const origin = document.querySelector('link[rel=canonical]')
          ? location.origin
          : globalThis.parent.location.origin;
        const describe = (element: Element) => element.outerHTML.slice(0, 120);
        const elements = [...document.querySelectorAll('*')];
        const handlers = elements.filter((each) => each.getAttributeNames().some((name) => name.startsWith('on')));
        const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]')].filter(({ href }) => {
          const url = URL.parse(href);
          const isOwn = url?.origin === origin || url?.protocol === 'mailto:' || url?.protocol === 'tel:';
          return !isOwn && (url?.protocol !== 'https:' || url.username !== '' || url.hostname.includes('evil'));
        });
        const strange = document.querySelectorAll(
          'img[src=x], svg[onload], base, iframe[srcdoc*=canary], script:not([src])',
        );
        const scripts = [...strange].filter(
          ({ textContent }) => !/^\s*[{[]/.test(textContent ?? '') || textContent?.includes('<'),
        );
        return [
          ...handlers,
          ...links,
          ...[...strange].filter((each) => each.tagName !== 'SCRIPT'),
          ...scripts.filter((each) => each.tagName === 'SCRIPT' && each.textContent.trim().startsWith('canary')),
        ].map(describe);
      })),
    );
  }
  return found;
}

test('T20 T26 hostile works in the database run nothing and lead nowhere, on any screen of reviewers or page of the shelf', () =>
  site.open({}, async (page) => {
    const ran: unknown[] = [];
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    await page.exposeFunction('canary', (number: unknown) => ran.push(number));
    await signInAs(site, page);
    const screens = [
      paths.adminOpenshelf,
      paths.reviewQueue,
      paths.reviewDetail(pending),
      paths.reviewDetail(rejected),
      paths.publicationManager,
      paths.openshelfStats,
      paths.rejectionReasons,
      paths.openshelfWebhooks,
    ];
    const shelf = [
      paths.openshelf,
      paths.openshelfWork('hostile-0'),
      paths.openshelfWork('hostile-1'),
      paths.openshelfCategory('non-fiction'),
    ];
    for (const path of [...screens, ...shelf]) {
      await page.goto(path);
      await page.getByText('<script>canary(1)</script>').first().waitFor({ state: 'attached' });
      expect([path, await findActive(page)]).toEqual([path, []]);
    }
    expect(ran).toEqual([]);
  }));

test('T38 feeds, sitemap and JSON-LD of hostile works are well-formed, and hold no address that is not https', async () => {
  const read = async (path: string) => (await fetch(`${site.origin}${path}`)).text();
  for (const path of [
    paths.openshelfFeeds.rss,
    paths.openshelfFeeds.atom,
    '/sitemap-openshelf-0.xml',
    '/sitemap-openshelf-1.xml',
  ])
    expect([path, findXmlError(await read(path))]).toEqual([path, null]);
  for (const path of [
    ...Object.values(paths.openshelfFeeds),
    paths.openshelfWork('hostile-0'),
    paths.openshelfWork('hostile-1'),
  ]) {
    const text = await read(path);
    expect([path, /evil\.example|vbscript|canary\([678]\)/.exec(text)?.[0]]).toEqual([path, undefined]);
  }
});
