import { apiScopes } from '#api/domain/api-keys.ts';
import type { UserRole } from '#api/domain/permissions.ts';
import { createApiCaller } from '../app/api-caller.ts';
import { TEST_SERVICE_KEY, type TestApp } from '../app/test-app.ts';

const roles: Partial<Record<string, UserRole>> = { customer: 'user', author: 'author', admin: 'admin' };

/** Who calls: nobody, a customer, an author, an admin, a program with each kind of key, and the publishing service. */
const callers = ['nobody', ...Object.keys(roles), ...apiScopes.map((scope) => `key for ${scope}`), 'service'];

/** The callers by how often each calls: half of all calls are an admin’s, whom the fewest guards stop. */
export const fuzzCallers = [...callers, ...callers.map(() => 'admin')];

/** Tokens of the callers. A fuzzed call may end a session, take a role or revoke a key: its caller is made anew. */
export class FuzzCallers {
  readonly #test: TestApp;
  readonly #tokens = new Map<string, string | null>([
    ['nobody', null],
    ['service', TEST_SERVICE_KEY],
  ]);

  constructor(test: TestApp) {
    this.#test = test;
  }

  async getToken(caller: string): Promise<string | null> {
    const known = this.#tokens.get(caller);
    if (known !== undefined) return known;
    const token = await this.#createToken(caller);
    this.#tokens.set(caller, token);
    return token;
  }

  renew(caller: string): void {
    if (caller !== 'nobody' && caller !== 'service') this.#tokens.delete(caller);
  }

  async #createToken(caller: string): Promise<string> {
    const role = roles[caller];
    if (role) return (await createApiCaller(this.#test, role)).token;
    const admin = await createApiCaller(this.#test);
    const scopes = [caller.replace('key for ', '')];
    const { status, body } = await admin.call('POST', '/api/admin/api-keys', { name: 'A program', scopes });
    if (status !== 201) throw new Error(`No key was made: ${status} ${JSON.stringify(body)}`);
    return body.key;
  }
}
