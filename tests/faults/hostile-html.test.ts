import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { createBlog } from '../support/app/content-services.ts';
import { paths } from '#src/lib/paths.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { generateHostileHtml } from '../support/xss/hostile-html.ts';
import { createXssOracle, type XssOracle, type NumberedHtml, type Verdict } from '../support/xss/xss-oracle.ts';
import { copyEmptySite, createTestSite } from '../support/site/test-site.ts';

const CASES = Number(process.env.HOSTILE_CASES ?? 20_000);
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_121);
/** Cases that also run with neither sanitiser nor policy, to show that they bite. */
const CONTROL = Math.ceil(CASES / 20);
const ABREAST = 2;

const raw: NumberedHtml[] = generateHostileHtml(SEED, CASES).map((html, id) => [id, html]);
const safe: NumberedHtml[] = raw.map(([id, html]) => [id, sanitizeContent(html)]);
const nothing: Verdict = { ran: [], active: [], reached: [], refused: 0 };

let judge: XssOracle;
let policies: string[];
beforeAll(async () => {
  [judge, policies] = await Promise.all([createXssOracle(), policiesOfPages()]);
});
afterAll(() => judge.close());

/** Of a post and of the page of documents, as their headers say. */
async function policiesOfPages(): Promise<string[]> {
  const site = await createTestSite({}, copyEmptySite);
  const { slug } = await createBlog(site.deps, createBlogRequest());
  await site.publisher.start();
  await site.publisher.whenIdle();
  const answers = await Promise.all([paths.blog(slug), paths.productDocuments()].map((path) => site.get(path)));
  await site.close();
  // Without its reports: twenty thousand of them would only be counted.
  return answers.map(({ headers }) => (headers['content-security-policy'] ?? '').replaceAll(/report-\S+[^;]*;?/g, ''));
}

type Way = Parameters<XssOracle['runCases']>[0];

/** All cases in parts of `size`, two pages abreast. */
async function judgeAll(way: Way, cases: readonly NumberedHtml[], size: number, policy?: (part: number) => string) {
  const parts = Array.from({ length: Math.ceil(cases.length / size) }, (_, at) => ({ at, from: at * size }));
  const verdicts: Verdict[] = [];
  const work = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) {
      verdicts.push(await judge.runCases(way, cases.slice(part.from, part.from + size), policy?.(part.at)));
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  return {
    ran: verdicts.flatMap((verdict) => verdict.ran),
    active: verdicts.flatMap((verdict) => verdict.active),
    reached: verdicts.flatMap((verdict) => verdict.reached),
    refused: verdicts.reduce((sum, verdict) => sum + verdict.refused, 0),
  };
}

describe(`T20 ${CASES} hostile cases of seed ${SEED}`, () => {
  it('bite: without sanitiser and policy a third of them run', async () => {
    const { ran } = await judgeAll('frames', raw.slice(0, CONTROL), CONTROL / ABREAST);
    expect(new Set(ran).size).toBeGreaterThan(CONTROL / 3);
  });

  it('F17 the sanitiser is idempotent on all of them', () => {
    expect(safe.filter(([, html]) => sanitizeContent(html) !== html)).toEqual([]);
  });

  it.each(['elements', 'page'] as const)('run nothing with the sanitiser alone, put in as %s', async (way) => {
    expect(await judgeAll(way, safe, 2_500)).toEqual(nothing);
  });

  it('run nothing behind the wall of the islands alone', async () => {
    expect(await judgeAll('wall', raw, 2_500)).toEqual(nothing);
  });

  it('run nothing with the policy of our pages alone', async () => {
    expect(policies.filter((policy) => /script-src 'self'/.test(policy))).toHaveLength(2);
    const { ran, refused } = await judgeAll('frames', raw, CASES / ABREAST, (part) => policies[part % 2] as string);
    expect(ran).toEqual([]);
    expect(refused).toBeGreaterThan(CASES / 4);
  });
});
