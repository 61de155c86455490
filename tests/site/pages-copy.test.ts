import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { genmatePlans, taxmatePlan } from '../support/site/demo-catalogue.ts';
import { isFreePlan } from '#api/domain/catalogue.ts';
import { formatPrice } from '#api/domain/money.ts';
import { GENMATE_APP_URL } from '#db/seed/site/products.ts';
import { demoSettings } from '#db/seed/site/settings.ts';
import { listDemoQuestions } from '../support/site/demo-content.ts';
import { paths } from '#src/lib/paths.ts';
import { type HtmlPage, parseHtmlPage, getText } from '../support/site/html-page.ts';
import { copyEmptySite, createTestSite, type TestSite } from '../support/site/test-site.ts';
import { companyPaths, demoPaths } from '../support/site/demo-paths.ts';

const companyPages = Object.values(companyPaths);
let site: TestSite;

// The clock starts at 2026-11-21T00:00Z, the afternoon of the 21st in New Zealand.
beforeAll(async () => {
  site = await createTestSite({}, copyEmptySite);
  await site.publisher.start();
});

afterAll(() => site.close());

const readPage = async (path: string) => parseHtmlPage((await site.get(path)).body);
const getHeading = (page: HtmlPage) => getText(page.tags('h1')[0]);
const getMain = (page: HtmlPage) => page.tags('main')[0] as NonNullable<ReturnType<HtmlPage['byId']>>;
const listHeadings = (page: HtmlPage) => page.within(getMain(page), 'h2').map(getText);
const listLinks = (page: HtmlPage) => page.within(getMain(page), 'a').map((link) => link.attribs.href);

describe('header and footer', () => {
  it('have all links of the specification', async () => {
    const page = await readPage('/terms');
    const listLinksIn = (name: string) =>
      page.tags(name).flatMap((root) => page.within(root, 'a').map((a) => a.attribs.href));
    const inHeader = [
      '/',
      '/genmate',
      '/blogs',
      '/product-documents?product=GenMate',
      '/product-documents',
      '/login',
      '/openshelf',
    ];
    expect(listLinksIn('header').map(decodeCase)).toEqual(
      expect.arrayContaining([...inHeader, ...companyPages].map(decodeCase)),
    );
    expect(page.tags('a').some((a) => a.attribs.href === '/login' && getText(a) === 'Sign In')).toBe(true);
    const inFooter = ['/genmate', '/resources/genmate', '/openshelf', '/privacy', '/terms', ...companyPages];
    expect(listLinksIn('footer')).toEqual(
      expect.arrayContaining([...inFooter, `mailto:${demoSettings.company.email}`]),
    );
    expect(getText(page.tags('footer').at(-1))).toContain(demoSettings.company.email);
    expect(getText(page.tags('footer').at(-1))).toContain(demoSettings.company.phone);
  });
});

describe('legal pages', () => {
  it.each([
    ['/terms', 14, ['Contact'], 'Version 1.0, in effect since 1 November 2026'],
    ['/privacy', 11, [], 'Version 1.1, in effect since 25 November 2026'],
  ])(
    "%s has %i numbered sections, all in its table of contents, and today's date",
    async (path, count, others, version) => {
      const page = await readPage(path);
      const titles = listHeadings(page).filter((title) => title !== 'In short' && title !== 'Contents');
      const numbered = titles.slice(0, count).map((title) => Number(/^(\d+)\. ./.exec(title)?.[1]));
      expect(numbered).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      expect(titles.slice(count)).toEqual(others);
      const [contents] = page.tags('nav').filter((nav) => nav.attribs['aria-label'] === 'Contents');
      expect(contents && page.within(contents, 'a').length).toBe(count + others.length);
      expect(page.text).toContain('Last updated: 21 November 2026');
      expect(page.text).toContain(version);
    },
  );

  it('contain the terms of the specification', async () => {
    const terms = (await readPage('/terms')).text;
    for (const words of [
      'at least 13',
      'NZD 100',
      '12 months',
      '20 business days',
      'New Zealand',
      'guardian',
      'non-exclusive',
    ]) {
      expect(terms).toContain(words);
    }
    const privacy = (await readPage('/privacy')).text;
    const words = ['12 months', '20 working days', 'under 13', 'sell', 'An author can withdraw a work'];
    for (const each of words) expect(privacy).toContain(each);
  });
});

describe('company pages', () => {
  it.each(companyPages)('%s has the menu of all company pages, with itself as the current one', async (path) => {
    const page = await readPage(path);
    const [menu] = page.tags('nav').filter((nav) => nav.attribs['aria-label'] === 'Company pages');
    const links = menu ? page.within(menu, 'a') : [];
    expect(links.map((link) => link.attribs.href)).toEqual(companyPages);
    expect(links.filter((link) => link.attribs['aria-current']).map((link) => link.attribs.href)).toEqual([path]);
  });

  it('show the milestones and the response times of support', async () => {
    const milestones = await readPage('/company/milestones');
    expect(milestones.tags('time').map(getText)).toEqual(expect.arrayContaining(['July 2024', 'August 2025']));
    const contact = (await readPage('/company/contact')).text;
    for (const words of [demoSettings.company.email, demoSettings.company.phone, 'one business day', 'within hours'])
      expect(contact).toContain(words);
  });
});

describe('GenMate', () => {
  it('has the plans that the specification names', () => {
    expect(
      genmatePlans.map((plan) => [
        plan.planName,
        plan.prices[0]?.amount ?? 0,
        ...plan.limits.map(({ number }) => number),
        plan.badge,
      ]),
    ).toEqual([
      ['Starter', 0, 3, 10_000, null],
      ['Creator', 10, 10, 100_000, 'Most Popular'],
      ['Pro', 30, 30, 100_000, 'Best Value'],
      ['Studio', 120, 120, 100_000, 'Enterprise'],
    ]);
  });

  it('shows the plans of the catalogue on its cards and in its table', async () => {
    const page = await readPage(demoPaths.genmatePricing);
    expect(page.byId('pricing')).toBeDefined();
    const cards = page.tags('li').filter((item) => page.within(item, 'h3').length === 1);
    for (const plan of genmatePlans.filter((plan) => !isFreePlan(plan))) {
      const card = getText(cards.find((item) => getText(page.within(item, 'h3')[0]) === plan.planName));
      expect(card).toContain(`${formatPrice(plan.prices[0]?.amount ?? 0, plan.currency)} per month`);
      expect(card).toContain(plan.badge);
      expect(card).toContain(`${plan.limits[0]?.number} generations per month`);
      for (const feature of plan.features) expect(page.text).toContain(feature);
    }
    const rows = page
      .tags('tr')
      .slice(1)
      .map((row) => page.within(row, 'th', 'td').map(getText));
    expect(rows).toEqual(
      genmatePlans.map(({ planName, prices, currency, limits }) => [
        planName,
        prices[0] ? formatPrice(prices[0].amount, currency) : 'Free',
        ...limits.map(({ number }) => number?.toLocaleString('en-NZ')),
      ]),
    );
  });

  it('its plans lead to sign-in without scripts, and back to the chosen plan', async () => {
    const links = listLinks(await readPage(demoPaths.genmatePricing));
    const paid = genmatePlans.filter((plan) => !isFreePlan(plan));
    const expected = paid.map(({ planName }) => toSignInLink(`${demoPaths.genmatePricing}?plan=${planName}#pricing`));
    expect(links).toEqual(expect.arrayContaining(expected));
    expect(links).toContain(paths.subscriptions);
  });

  it('its pricing page has the claims, the free plan, the questions and contact links', async () => {
    const page = await readPage(demoPaths.genmatePricing);
    for (const words of [
      'No setup fees',
      'Cancel anytime',
      '30-day money back',
      'Starter is free',
      'An edit does not count',
    ]) {
      expect(page.text).toContain(words);
    }
    for (const feature of genmatePlans[0]?.features ?? []) expect(getText(page.byId('starter'))).toContain(feature);
    const links = listLinks(page);
    expect(links).toContain(GENMATE_APP_URL);
    expect(
      links.filter((href) => href?.startsWith(`mailto:${demoSettings.company.email}`)).length,
    ).toBeGreaterThanOrEqual(2);
    const [questions] = page.withClass('faq');
    const items = questions ? page.within(questions, 'details') : [];
    expect(items.map(({ attribs }) => attribs.open)).toEqual(
      listDemoQuestions(demoPaths.genmatePricing).map(() => undefined),
    );
    for (const { question, answer } of listDemoQuestions(demoPaths.genmatePricing)) {
      expect(items.some((item) => getText(item).startsWith(question) && getText(item).includes(answer))).toBe(true);
    }
  });

  it('its features page has its four parts and seven steps', async () => {
    const page = await readPage(demoPaths.genmateFeatures);
    expect(listHeadings(page)).toEqual([
      'Core features',
      'How it works, in seven steps',
      'Advanced capabilities',
      'What you can create',
    ]);
    const lists = page.tags('ol').filter((list) => page.within(list, 'h3').length > 0);
    expect(lists.map((list) => page.within(list, 'li').length)).toEqual([7]);
  });

  it('its overview links to the app, and its pages link to each other', async () => {
    expect(listLinks(await readPage(demoPaths.genmate))).toContain(GENMATE_APP_URL);
    const own = [demoPaths.genmateFeatures, demoPaths.genmatePricing, demoPaths.genmateCommunity];
    for (const path of own)
      expect(listLinks(await readPage(path))).toEqual(expect.arrayContaining(own.filter((other) => other !== path)));
  });

  it('the page after checkout shows the next steps and a link back', async () => {
    const page = await readPage(paths.subscriptionSuccess);
    expect(page.text).toMatch(/Processing.*Next steps/);
    expect(listLinks(page)).toContain(demoPaths.genmate);
  });

  it.each([demoPaths.genmateWaitingList, demoPaths.chatmateWaitingList])(
    '%s has the form and the questions',
    async (path) => {
      const page = await readPage(path);
      expect(listHeadings(page)).toEqual(expect.arrayContaining(['What happens next', 'Questions']));
      expect(page.byId('join')).toBeDefined();
      expect(page.tags('details').length).toBeGreaterThanOrEqual(3);
    },
  );
});

describe('TaxMate', () => {
  it('has its anchors, links and price', async () => {
    const page = await readPage(demoPaths.taxmate);
    for (const id of ['overview', 'why-taxmate', 'tech-specs', 'subscribe'])
      expect([id, getText(page.byId(id))]).not.toEqual([id, '']);
    expect(listLinks(page)).toEqual(expect.arrayContaining(['/subscribe', '/compare-packages']));
    expect(taxmatePlan?.prices).toEqual([{ interval: 'month', amount: 6 }]);
    expect(page.text).toContain('$6 per month');
    expect(page.text).toContain('Cancel any month or request a refund');
  });

  it('is the only product with a program: two others are coming soon, and no links', async () => {
    const page = await readPage(paths.settings);
    const [list] = page.tags('nav').filter((nav) => nav.attribs['aria-labelledby'] === 'programs');
    const spans = list ? page.within(list, 'span').filter(({ attribs }) => attribs['aria-disabled'] === 'true') : [];
    expect(spans.map(getText)).toEqual(['GenMate Coming soon', 'ChatMate Coming soon']);
    expect(list && page.within(list, 'a').map(getText)).toEqual(['TaxMate']);
  });

  it('compares the three levels of its program', async () => {
    const { text } = await readPage(demoPaths.comparePackages);
    for (const level of ['Alpha', 'Beta', 'Normal']) expect(text).toContain(level);
    const page = await readPage(demoPaths.subscribe);
    expect(page.text).toContain('$6');
    expect(listLinks(page)).toEqual(
      expect.arrayContaining([toSignInLink(`${demoPaths.subscribe}?plan=TaxMate`), paths.subscriptions]),
    );
  });
});

describe('sign-in and sign-up', () => {
  it.each([
    ['/login', 'Welcome Back', '/signup'],
    ['/signup', 'Create Your Account', '/login'],
  ])('%s has the heading %s and links to %s', async (path, heading, other) => {
    const page = await readPage(path);
    expect(getHeading(page)).toBe(heading);
    expect(listLinks(page)).toEqual(expect.arrayContaining([other, paths.terms, paths.privacy]));
    expect(page.meta('robots')).toBe('noindex');
  });
});

const toSignInLink = (callbackUrl: string) => `${paths.login}?${new URLSearchParams({ callbackUrl, subscribe: '1' })}`;
const decodeCase = (href: string | undefined) => decodeURIComponent(href ?? '').toLowerCase();
