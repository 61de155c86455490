import { describe, expect, it } from 'vitest';
import { listPageTexts } from '#api/domain/page-texts.ts';
import { demoContent } from '../support/site/demo-content.ts';
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
    expect(listPageTexts(page, demoContent)).toContain('<h2>Tea &amp; &lt;more&gt;</h2><p>A lead.</p>');
    expect(listPageTexts(page, demoContent)).toContain(
      '<p><a href="/buy?a=1&amp;b=&quot;2&quot;">Buy</a></p><p>Small <em>print</em>.</p>',
    );
    expect(listPageTexts(page, demoContent)).toContain('<h2>Questions</h2><h3>Why?</h3><p>So.</p>');
    expect(listPageTexts(page, demoContent)).not.toMatch(/wide|Creator|primary/);
  });

  it('have the plans that are sold, with their prices', () => {
    const audiences = [{ plan: 'Creator', text: 'For one book.' }];
    const texts = listPageTexts(toPage({ kind: 'plans', fields: { product: 'genmate', audiences } }), demoContent);
    expect(texts).toMatch(/<h3>Creator, US\$\d+ per month<\/h3><p>For one book\.<\/p><ul><li>/);
    expect(texts).not.toContain('Starter');
    const free = listPageTexts(toPage({ kind: 'plans', fields: { product: 'genmate', layout: 'free' } }), demoContent);
    expect(free).toMatch(/^<h3>Starter, free<\/h3>/);
  });

  it('have nothing of hidden sections', () => {
    expect(listPageTexts(toPage({ kind: 'hero', is_hidden: true, fields: { heading: 'Secret' } }), demoContent)).toBe(
      '',
    );
  });
});
