import { randomUUID } from 'node:crypto';
import { DomUtils } from 'htmlparser2';
import { createApp } from '#api/app.ts';
import { createDraftCaller, openDraftTab } from '../drafts/draft-caller.ts';
import type { TestApp } from '../app/test-app.ts';
import { parseHtmlPage } from '../site/html-page.ts';
import { copyEmptySite, createTestSite } from '../site/test-site.ts';

/** A site and its API without a port. Its publisher starts when all posts are there, so that they are published together. */
export async function createContentSite() {
  const site = await createTestSite({}, copyEmptySite);
  const test = Object.assign(Object.create(site), { app: createApp(site.deps) }) as TestApp & typeof site;
  const caller = await createDraftCaller(test);
  const { load, publish } = openDraftTab(caller, 'publishing-tab');
  return {
    /** Saves a new draft, as the editor does. */
    async saveDraft(title: string, content: string): Promise<number> {
      const { status, body } = await openDraftTab(caller, `tab-${randomUUID()}`).create(content, {
        title,
        status: 'published',
      });
      if (status !== 201) throw new Error(`${title}: ${JSON.stringify(body)}`);
      return body.id;
    },
    /** The draft with which the editor opens. */
    loadDraft: async (id: number): Promise<{ content: string; version: number }> => (await load(id)).body.draft,
    async publishDraft(id: number, version: number): Promise<void> {
      const { status, body } = await publish(id, version);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    /** Creates a published post by the API, without an editor. */
    async createPost(title: string, content: string): Promise<void> {
      const { status, body } = await caller.call('POST', '/api/blogs', {
        title,
        content,
        categoryIds: [],
        status: 'published',
      });
      if (status !== 201) throw new Error(`${title}: ${JSON.stringify(body)}`);
    },
    async publishAll(): Promise<void> {
      await site.publisher.start();
      await site.publisher.whenIdle();
    },
    /** The HTML of a post on its public page. */
    async readPage(slug: string): Promise<string> {
      const { status, body } = await site.get(`/blogs/${slug}`);
      const [content] = parseHtmlPage(body).withClass('prose');
      if (status !== 200 || !content) throw new Error(`${slug}: ${status}`);
      return DomUtils.getInnerHTML(content);
    },
    close: () => site.close(),
  };
}
