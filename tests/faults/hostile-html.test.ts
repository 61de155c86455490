import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sanitizeContent } from '#api/adapters/html/html-sanitizer.ts';
import { createBlog } from '../support/app/content-services.ts';
import { paths } from '#src/lib/paths.ts';
import { createBlogRequest } from '../support/app/blog-request.ts';
import { generateHostileHtml } from '../support/xss/hostile-html.ts';
import { chooseSize } from '../support/random/size.ts';
import { createXssOracle, type XssOracle, type NumberedHtml, type Verdict } from '../support/xss/xss-oracle.ts';
import { copyEmptySite, createTestSite } from '../support/site/test-site.ts';

const CASES = chooseSize(2_000, 20_000);
const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_121);
/** Cases that also run with neither sanitiser nor policy, to show that they are effective. */
const CONTROL = Math.ceil(CASES / 20);
const CONCURRENCY = 2;

const raw: NumberedHtml[] = generateHostileHtml(SEED, CASES).map((html, id) => [id, html]);
const safe: NumberedHtml[] = raw.map(([id, html]) => [id, sanitizeContent(html)]);
const noFindings: Verdict = { ran: [], active: [], reached: [], refused: 0 };

let oracle: XssOracle;
let policies: string[];
beforeAll(async () => {
  [oracle, policies] = await Promise.all([createXssOracle(), readPagePolicies()]);
});
afterAll(() => oracle.close());

/** The policy headers of a post and of the page of documents. */
async function readPagePolicies(): Promise<string[]> {
  const site = await createTestSite({}, copyEmptySite);
  const { slug } = await createBlog(site.deps, createBlogRequest());
  await site.publisher.start();
  await site.publisher.whenIdle();
  const responses = await Promise.all([paths.blog(slug), paths.productDocuments()].map((path) => site.get(path)));
  await site.close();
  // Without reporting, which would send one report for each case.
  return responses.map(({ headers }) =>
    (headers['content-security-policy'] ?? '').replaceAll(/report-\S+[^;]*;?/g, ''),
  );
}

type XssMode = Parameters<XssOracle['runCases']>[0];

/** Runs all cases in batches of `size`, two batches concurrently. */
async function runAllCases(
  mode: XssMode,
  cases: readonly NumberedHtml[],
  size: number,
  policy?: (part: number) => string,
) {
  const parts = Array.from({ length: Math.ceil(cases.length / size) }, (_, index) => ({ index, from: index * size }));
  const verdicts: Verdict[] = [];
  const work = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) {
      verdicts.push(await oracle.runCases(mode, cases.slice(part.from, part.from + size), policy?.(part.index)));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return {
    ran: verdicts.flatMap((verdict) => verdict.ran),
    active: verdicts.flatMap((verdict) => verdict.active),
    reached: verdicts.flatMap((verdict) => verdict.reached),
    refused: verdicts.reduce((sum, verdict) => sum + verdict.refused, 0),
  };
}

describe(`T20 ${CASES} hostile cases of seed ${SEED}`, () => {
  it('without sanitiser and policy over a third of the cases run script', async () => {
    const { ran } = await runAllCases('frames', raw.slice(0, CONTROL), CONTROL / CONCURRENCY);
    expect(new Set(ran).size).toBeGreaterThan(CONTROL / 3);
  });

  it('F17 the sanitiser is idempotent', () => {
    expect(safe.filter(([, html]) => sanitizeContent(html) !== html)).toEqual([]);
  });

  it.each(['elements', 'page'] as const)('sanitised cases run no script, inserted as %s', async (mode) => {
    expect(await runAllCases(mode, safe, 2_500)).toEqual(noFindings);
  });

  it('unsanitised cases run no script when inserted through the sanitiser of the islands', async () => {
    expect(await runAllCases('client-sanitizer', raw, 2_500)).toEqual(noFindings);
  });

  it('unsanitised cases run no script under the policies of our pages', async () => {
    expect(policies.filter((policy) => /script-src 'self'/.test(policy))).toHaveLength(2);
    const { ran, refused } = await runAllCases(
      'frames',
      raw,
      CASES / CONCURRENCY,
      (part) => policies[part % 2] as string,
    );
    expect(ran).toEqual([]);
    expect(refused).toBeGreaterThan(CASES / 4);
  });
});
