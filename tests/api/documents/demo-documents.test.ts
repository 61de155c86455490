import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemoDocuments } from '#api/jobs/seed-demo-documents.ts';
import { createApiCaller } from '../../support/app/api-caller.ts';
import { createTestApp, type TestApp } from '../../support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemoDocuments(test.db, test.clock.now());
});
afterAll(() => test.close());

it('The demo has documents: a user lists them, finds those of each product, and reads one', async () => {
  const user = await createApiCaller(test, 'user');
  const { status, body } = await user.call('GET', '/api/documents');
  expect(status).toBe(200);
  const documents = body as { id: number; title: string; product_name: string }[];
  expect([...new Set(documents.map(({ product_name }) => product_name))]).toEqual(
    expect.arrayContaining(['TaxMate', 'GenMate']),
  );
  const [first] = documents;
  const read = await user.call('GET', `/api/documents/${first?.id}`);
  expect(read).toMatchObject({ status: 200, body: { title: first?.title, content: expect.stringContaining('<p>') } });
});
