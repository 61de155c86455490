import { describe, expect, it } from 'vitest';
import { listPageTexts } from '#api/domain/page-texts.ts';
import { completePage } from '#api/domain/site-pages.ts';

const toPage = (...sections: object[]) => completePage({ title: 'Tea', address: '/tea', sections });

describe('the texts of a page', () => {
  it('are headings, texts and lists of its sections, without what says how they look', () => {
    const page = toPage(
      {
        kind: 'hero',
        fields: {
          heading: 'Tea & <more>',
          lead: 'A lead.',
          size: 'wide',
          plan: 'Creator',
          actions: [{ label: 'Buy', href: '/buy?a=1&b="2"', look: 'primary' }],
          note: '<p>Small <em>print</em>.</p>',
        },
      },
      { kind: 'questions', fields: { title: 'Questions', items: [{ question: 'Why?', answer: 'So.' }] } },
    );
    expect(listPageTexts(page)).toContain('<h2>Tea &amp; &lt;more&gt;</h2><p>A lead.</p>');
    expect(listPageTexts(page)).toContain(
      '<p><a href="/buy?a=1&amp;b=&quot;2&quot;">Buy</a></p><p>Small <em>print</em>.</p>',
    );
    expect(listPageTexts(page)).toContain('<h2>Questions</h2><h3>Why?</h3><p>So.</p>');
    expect(listPageTexts(page)).not.toMatch(/wide|Creator|primary/);
  });

  it('have nothing of hidden sections', () => {
    expect(listPageTexts(toPage({ kind: 'hero', is_hidden: true, fields: { heading: 'Secret' } }))).toBe('');
  });
});
