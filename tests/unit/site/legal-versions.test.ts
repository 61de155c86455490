import { describe, expect, it } from 'vitest';
import { getLegalVersion } from '#api/domain/legal-versions.ts';
import { completePage } from '#api/domain/site-pages.ts';
import { demoContent } from '../../support/site/demo-content.ts';

const createPages = (sections: Record<string, unknown>[]) =>
  new Map([['/terms', completePage({ title: 'Terms', address: '/terms', sections })]]);

describe('the version of a legal text that a sign-up records', () => {
  it('is that of its published page', () => {
    expect(getLegalVersion(demoContent.pages, 'terms')).toBe('1.0');
    expect(getLegalVersion(demoContent.pages, 'privacy')).toBe('1.1');
    expect(getLegalVersion(createPages([{ id: 'a', kind: 'legal', fields: { version: '2.0' } }]), 'terms')).toBe('2.0');
  });

  it('is a dash without such a page, and where its text is hidden', () => {
    expect(getLegalVersion(new Map(), 'terms')).toBe('-');
    const hidden = { id: 'a', kind: 'legal', is_hidden: true, fields: { version: '2.0' } };
    expect(getLegalVersion(createPages([hidden]), 'terms')).toBe('-');
  });
});
