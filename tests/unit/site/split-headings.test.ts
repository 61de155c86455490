import { expect, it } from 'vitest';
import { splitHeadings } from '#src/sections/legal/split-headings.ts';

it('cuts a legal text at its headings, with an anchor for each', () => {
  const html = '<p>First.</p><h2>Your account</h2><p>One.</p><h2 id="x"><b>Your</b> account</h2><ul><li>Two</li></ul>';
  expect(splitHeadings(html)).toEqual({
    intro: '<p>First.</p>',
    sections: [
      { id: 'your-account', title: 'Your account', html: '<p>One.</p>' },
      { id: 'your-account-2', title: 'Your account', html: '<ul><li>Two</li></ul>' },
    ],
  });
});

it('gives a heading the anchor of the contact section to no other section', () => {
  expect(splitHeadings('<h2>Contact</h2><p>Us.</p>').sections.map(({ id }) => id)).toEqual(['contact-2']);
});

it('keeps a heading that is not closed as text without elements', () => {
  expect(splitHeadings('<h2>Open <img src=x onerror=alert(1)>').sections).toMatchObject([{ title: '' }]);
  expect(splitHeadings('').sections).toEqual([]);
});
