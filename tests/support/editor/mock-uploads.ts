import type { Page, Route } from 'playwright';

export const toUploadJson = (name: string, type = 'image/webp') => ({
  id: 1,
  url: `/uploads/${name}`,
  width: 400,
  height: 200,
  content_type: type,
  size: 10,
  alt: '',
  variants: [],
});

/** Answers /api/uploads with the responses in their order; those with `isPending` are sent by `release()`. */
export async function mockUploads(page: Page, responses: { status: number; json: unknown; isPending?: boolean }[]) {
  const released = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route('**/api/uploads', async (route: Route) => {
    sent.push(/filename="([^"]*)"/.exec(route.request().postData() ?? '')?.[1] ?? '');
    const response = responses[sent.length - 1];
    if (response?.isPending) await released.promise;
    await route.fulfill({ status: response?.status ?? 500, json: response?.json ?? {} }).catch(() => undefined);
  });
  // Also for what is sent later: an upload may not have reached this when the test goes on.
  return { sent, release: () => released.resolve() };
}

export const createdResponse = (name: string, options: { type?: string; isPending?: boolean } = {}) => ({
  status: 201,
  json: toUploadJson(name, options.type),
  isPending: options.isPending ?? false,
});
export const rejectedResponse = { status: 422, json: { error: 'This file is no picture.', code: 'bad_file' } };
