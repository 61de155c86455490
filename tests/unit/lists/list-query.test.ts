import { describe, expect, test } from 'vitest';
import { byId, byText, defineList, newestFirst, oneOf } from '#api/domain/list-definition.ts';
import { listExportQuery, listQuery } from '#api/http/list-query.ts';

const boats = defineList({
  perPage: 30,
  search: { label: 'Search boats' },
  filters: {
    rig: oneOf('Rig', 'All rigs', { sloop: 'Sloop', ketch: 'Ketch' }),
    ownerId: byId('Owner', { parameter: 'owner' }),
    harbour: byText('Harbour'),
  },
  sort: { built_at: newestFirst('Built') },
});
const readIssues = (query: object) =>
  listQuery(boats)
    .safeParse(query)
    .error?.issues.map(({ message }) => message);

describe('the query of a declared list', () => {
  test('has its page size, its filters by their names in the API, and its orders', () => {
    expect(listQuery(boats).parse({})).toEqual({ page: 1, limit: 30 });
    const query = {
      page: '3',
      limit: '10',
      search: ' tea ',
      rig: 'sloop',
      ownerId: '7',
      harbour: 'West',
      sortBy: 'built_at',
      sortOrder: 'asc',
    };
    expect(listQuery(boats).parse(query)).toEqual({
      ...query,
      page: 3,
      limit: 10,
      search: 'tea',
      ownerId: 7,
      sortOrder: 'ASC',
    });
  });

  test('takes empty values for filters that are off', () => {
    expect(listQuery(boats).parse({ search: '', rig: '', ownerId: '', sortBy: '' })).toEqual({ page: 1, limit: 30 });
  });

  test.each([
    [{ rig: 'raft' }, '‘rig’ must be sloop or ketch.'],
    [{ ownerId: 'x' }, '‘ownerId’ must be a positive whole number.'],
    [{ sortBy: 'length' }, '‘sortBy’ must be built_at.'],
    [{ sortOrder: 'up' }, '‘sortOrder’ must be ASC or DESC.'],
    [{ page: '0' }, '‘page’ must be a whole number from 1 to 1,000,000.'],
  ])('refuses %j in words', (query, message) => {
    expect(readIssues(query)).toEqual([message]);
  });

  test('has no search and no order where the list has none', () => {
    const plain = listQuery(defineList({ perPage: 20, filters: {}, sort: {} }));
    expect(Object.keys(plain.shape)).toEqual(['page', 'limit']);
  });
});

test('the query of an export takes the ids of a selection instead of a page', () => {
  expect(listExportQuery(boats).parse({ ids: '3,1', rig: 'ketch' })).toEqual({ ids: [3, 1], rig: 'ketch' });
  expect(listExportQuery(boats).safeParse({ ids: '3,x' }).success).toBe(false);
});
