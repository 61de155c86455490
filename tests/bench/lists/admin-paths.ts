import { ADMIN_ROWS, FIRST_NAMES, LAST_NAMES } from './admin-rows.ts';

const DAY_MS = 86_400_000;
const PAGE_SIZE = 20;
const ORDERS = ['ASC', 'DESC'];

/** Paths of the API by name; those of one name are requested in turn. */
export function createAdminPaths(now: number): Record<string, string[]> {
  return { ...createUserPaths(), ...createWaitingListPaths(), ...createAuditPaths(now), ...createMailPaths() };
}

function createUserPaths(): Record<string, string[]> {
  const list = (query: string) => `/api/admin/users?${query}`;
  const deep = `page=${ADMIN_ROWS.users / PAGE_SIZE - 10}`;
  const ids = Array.from({ length: 20 }, (_, n) => 5 * (n + 1) * 911);
  return {
    ...nameQueries('users', list, [
      '',
      ...sortQueries(['email', 'role', 'last_login_at', 'created_at']),
      ...['role=admin', 'role=user', 'isBlacklisted=true', 'isBlacklisted=false'],
      'role=user&isBlacklisted=true&sortBy=email&sortOrder=ASC',
      deep,
      `${deep}&sortBy=email&sortOrder=ASC`,
      `${deep}&sortBy=role&sortOrder=ASC`,
    ]),
    ...searchPaths('users', list, 'role=user&isBlacklisted=false&sortBy=created_at'),
    'users search one email': ids.map((id) => list(`search=${id}@example.com`)),
    ...Object.fromEntries(
      ['', '/sessions', '/payments', '/timeline', '/timeline?limit=100'].map((tab) => [
        `user${tab}`,
        ids.map((id) => `/api/admin/users/${id}${tab}`),
      ]),
    ),
  };
}

function createWaitingListPaths(): Record<string, string[]> {
  const list = (query: string) => `/api/waitinglist?${query}`;
  const next = (query: string) => `/api/waitinglist/next?productId=4&${query}`;
  return {
    ...nameQueries('entries', list, [
      '',
      ...sortQueries(['created_at', 'email', 'first_name']),
      ...['pending', 'invited', 'rejected'].map((status) => `status=${status}`),
      ...['waiting', 'sent', 'failed'].map((delivery) => `delivery=${delivery}`),
      'productId=5',
      'productId=5&status=pending&sortBy=email&sortOrder=ASC',
      'productId=4&status=invited&delivery=failed&sortBy=first_name&sortOrder=ASC',
      `page=${ADMIN_ROWS.entries / PAGE_SIZE - 10}`,
      `page=${ADMIN_ROWS.entries / PAGE_SIZE - 10}&sortBy=first_name&sortOrder=ASC`,
      'status=pending&page=2500',
    ]),
    ...searchPaths('entries', list, 'productId=4&status=pending&sortBy=first_name'),
    entry: Array.from({ length: 20 }, (_, n) => `/api/waitinglist/${(n + 1) * 911}`),
    'entries stats': ['/api/waitinglist/stats'],
    'entries stats of a product': ['/api/waitinglist/stats?productId=4'],
    'entries funnel': ['/api/waitinglist/funnel'],
    'entries funnel of a product': ['/api/waitinglist/funnel?productId=4'],
    ...nameQueries('entries next', next, [
      'count=50&order=intent',
      'count=500&order=age',
      'count=500&order=intent&leaveOut=unconfirmed,bounced',
    ]),
  };
}

function createAuditPaths(now: number): Record<string, string[]> {
  const list = (query: string) => `/api/admin/audit?${query}`;
  const period = `from=${new Date(now - 40 * DAY_MS).toISOString()}&to=${new Date(now - 30 * DAY_MS).toISOString()}`;
  return {
    ...nameQueries('audit', list, [
      '',
      'actorId=12000',
      'action=user.blacklisted',
      'action=auth.signed_in',
      'area=waiting-lists',
      'area=users',
      'subject=user:455',
      period,
      `actorId=12000&area=users&${period}`,
      'page=500',
      'area=sign-in&page=500',
      'person=455',
      'person=12000&area=users',
      'search=example',
      'search=ngata',
      'search=user455@example',
      'search=na&area=users',
    ]),
    'audit people': ['/api/admin/audit/people?search=user455'],
    'audit actors': ['/api/admin/audit/actors'],
  };
}

function createMailPaths(): Record<string, string[]> {
  const list = (query: string) => `/api/admin/mail?${query}`;
  const states = ['waiting', 'held', 'retrying', 'sent', 'failed', 'suppressed'];
  return {
    ...nameQueries('mail', list, [
      '',
      ...states.map((status) => `status=${status}`),
      ...['waiting-list-invited', 'account-blacklisted'].map((kind) => `kind=${kind}`),
      'status=failed&kind=waiting-list-invited',
      `page=${ADMIN_ROWS.emails / PAGE_SIZE - 10}`,
      'status=sent&kind=sign-in-code&page=1000',
    ]),
    ...searchPaths('mail', list, 'status=sent&kind=waiting-list-joined'),
    email: Array.from({ length: 20 }, (_, n) => `/api/admin/mail/${(n + 1) * 911}`),
    'mail addresses': ['/api/admin/mail/addresses'],
    'counts of the navigation': ['/api/overview/counts'],
  };
}

const sortQueries = (columns: string[]) =>
  columns.flatMap((column) => ORDERS.map((order) => `sortBy=${column}&sortOrder=${order}`));

export const nameQueries = (name: string, toPath: (query: string) => string, queries: string[]) =>
  Object.fromEntries(queries.map((query) => [`${name} ${query}`.trim(), [toPath(query)]]));

/** Words that thousands contain, that a few contain and that none contains; the last one with a filter and an order. */
const searchPaths = (name: string, toPath: (query: string) => string, filter: string) => ({
  [`${name} search a name`]: FIRST_NAMES.map((word) => toPath(`search=${word.toLowerCase()}`)),
  [`${name} search three letters`]: LAST_NAMES.map((word) => toPath(`search=${word.slice(0, 3)}`)),
  [`${name} search a full name`]: FIRST_NAMES.map((word, n) => toPath(`search=${word}+${LAST_NAMES[n]}`)),
  [`${name} search nothing`]: [toPath('search=zyzzyva')],
  [`${name} search a name and filter`]: FIRST_NAMES.map((word) => toPath(`search=${word}&${filter}`)),
});
