import { expect, it } from 'vitest';
import { putSlowFirst } from '../../support/vitest/slow-first-sequencer.ts';

const toSpec = (moduleId: string) => ({ moduleId, project: { name: moduleId.split('/')[0] ?? '' } });

it('puts the slow files of each project first, and keeps the order of projects and other files', () => {
  const files = [
    'e2e/a.test.ts',
    'e2e/access/accessibility.test.ts',
    'e2e/b.test.ts',
    'faults/c.test.ts',
    'faults/hostile-html.test.ts',
  ];
  expect(putSlowFirst(files.map(toSpec)).map(({ moduleId }) => moduleId)).toEqual([
    'e2e/access/accessibility.test.ts',
    'e2e/a.test.ts',
    'e2e/b.test.ts',
    'faults/hostile-html.test.ts',
    'faults/c.test.ts',
  ]);
});
