import { describe, expect, it } from 'vitest';
import { selectBuiltTests } from '../../../scripts/testing/select-built-tests.ts';

describe('tests of the built site for a changed file', () => {
  it.each([
    ['the API', 'api/features/waiting-list/join/join.service.ts'],
    ['the database', 'db/schema/waiting-list.ts'],
    ['the screens', 'src/features/waiting-list/form/WaitingListForm.astro'],
  ])('are those of the same feature, for a file in %s', (_, path) => {
    expect(selectBuiltTests([path])).toEqual(['tests/e2e/waiting-list/', 'tests/faults/waiting-list/']);
  });

  it('are those outside of features, for a file outside of features', () => {
    const tests = selectBuiltTests(['src/styles/tokens.css']);
    expect(tests).toEqual(expect.arrayContaining(['tests/e2e/layout.test.ts', 'tests/site/serving.test.ts']));
    expect(tests.filter((path) => !path.endsWith('.test.ts'))).toEqual([]);
  });

  it('are a changed test itself, and none for documentation', () => {
    const test = 'tests/site/serving.test.ts';
    expect(selectBuiltTests([test, 'README.md', 'tests/api/health.test.ts'])).toEqual([test]);
  });
});
