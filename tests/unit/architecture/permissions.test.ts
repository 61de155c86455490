import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const COMPARES_ROLE =
  /\brole\b\s*(?:[!=]==?|=)\s*['"](?:user|admin|editor|author|moderator)\b|\b(?:eq|ne)\(\w+\.role\b/;
/** Files about who has a role, not about what one may do: the admins of the demo site, and the filter of the list of users. */
const ABOUT_ROLES = ['api/env.ts', 'api/features/users/users.queries.ts'];

describe('T9 authorization', () => {
  it('is decided by permissions: no other file compares a role', () => {
    const files = globSync('{api,src}/**/*.{ts,tsx,astro}', { cwd: root });
    const comparing = files.filter((file) => COMPARES_ROLE.test(readFileSync(join(root, file), 'utf8')));
    expect(comparing.sort()).toEqual(ABOUT_ROLES);
  });
});
