import { describe, expect, it } from 'vitest';
import { completePage, findAddressFault, findRemovalFault, listPageFaults } from '#api/domain/site-pages.ts';
import { demoPages } from '#db/seed/site/pages/index.ts';
import { demoContent } from '../../support/site/demo-content.ts';
import { createPageOfAllKinds, kinds } from '../../support/site/sections.ts';

describe('the address of a page', () => {
  it.each(['/', '/about', '/company/team', '/a-2/b'])('may be %s', (address) => {
    expect(findAddressFault(address)).toBeNull();
  });

  it.each([
    ['about', 'Begin the address with a slash, such as /about.'],
    ['/About', 'Use small letters, digits and hyphens, with single slashes between: /about or /company/team.'],
    ['/about/', 'Use small letters, digits and hyphens, with single slashes between: /about or /company/team.'],
    ['/sitemap.xml', 'Use small letters, digits and hyphens, with single slashes between: /about or /company/team.'],
    ['//evil', 'Use small letters, digits and hyphens, with single slashes between: /about or /company/team.'],
    ['/blogs/mine', 'Choose another address: /blogs is used by the site itself.'],
    ['/release/notes', 'Choose another address: /release is used by the site itself.'],
    ['/metrics', 'Choose another address: /metrics is used by the site itself.'],
    ['/admin', 'Choose another address: /admin is used by the site itself.'],
    ['/genmate/waitinglist/joined', 'Choose another address: /genmate/waitinglist/joined is used by the site itself.'],
    ['/taken', 'Another page has this address.'],
  ])('is refused in a sentence: %s', (address, message) => {
    expect(findAddressFault(address, ['/taken'])).toBe(message);
  });

  it('of home stays, and the page can’t be deleted', () => {
    expect(findRemovalFault('/')).toBe('The home page can’t be deleted, and its address stays /.');
    expect(findRemovalFault('/about')).toBeNull();
  });
});

describe('a stored page', () => {
  it('of an earlier version gets the fields that it lacks', () => {
    const page = completePage({ title: 'Old', address: '/old', sections: [{ id: 'a', kind: 'text', fields: {} }] });
    expect(page).toMatchObject({ description: '', is_listed: false, side_menu: 'none' });
    expect(page.sections).toMatchObject([{ id: 'a', is_hidden: false, fields: { title: '', layout: 'plain' } }]);
  });

  it('leaves out sections of kinds that are not known, and choices that are not offered', () => {
    const sections = [
      { id: 'a', kind: 'carousel', fields: { title: 'New' } },
      { id: 'b', kind: 'constructor', fields: {} },
      { id: 'c', kind: 'text', fields: { title: 'Known', layout: 'spiral' } },
    ];
    const page = completePage({ title: 'Mixed', address: '/mixed', sections });
    expect(page.sections.map(({ id }) => id)).toEqual(['c']);
    expect(page.sections).toMatchObject([{ fields: { title: 'Known', layout: 'plain' } }]);
  });

  it('stays the same when it is completed again', () => {
    for (const page of demoPages) expect(completePage(JSON.parse(JSON.stringify(page)))).toEqual(page);
  });
});

describe('the faults of a page', () => {
  it('name the section and the field', () => {
    const texts = { text: 'Text', richText: '<p>Text</p>', link: 'javascript:alert(1)' };
    const faults = listPageFaults(completePage(createPageOfAllKinds('/blogs', texts)));
    const at = kinds.indexOf('call_to_action');
    expect(faults).toContainEqual({
      path: `sections.${at}.fields.actions.0.href`,
      message: 'Enter a page of the site, such as /about, or an address that begins with https://.',
    });
    expect(faults.filter(({ path }) => path === 'address')).toHaveLength(1);
  });

  it('include anchors that are used twice', () => {
    const sections = ['a', 'a', 'No anchor'].map((id) => ({ id, kind: 'news', fields: {} }));
    const faults = listPageFaults(completePage({ title: 'Twice', address: '/twice', sections }));
    expect(faults.map(({ path }) => path)).toEqual(['sections.1.id', 'sections.2.id']);
  });

  it('are none on the demo’s pages, and no link of theirs is broken', () => {
    const pages = new Set([...demoContent.pages.keys(), '/blogs', '/blog', '/subscriptions', '/openshelf']);
    for (const list of ['genmate', 'chatmate']) pages.add(`/${list}/waitinglist`);
    const findLinkFault = (path: string) =>
      pages.has(path) || path.startsWith('/media/') ? null : 'There is no such page.';
    for (const page of demoPages) {
      const otherAddresses = demoPages.filter((other) => other !== page).map(({ address }) => address);
      expect([page.address, listPageFaults(page, { otherAddresses, findLinkFault })]).toEqual([page.address, []]);
    }
  });
});
