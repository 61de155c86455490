import { setTimeout as sleep } from 'node:timers/promises';
import { createJpeg, toFormData } from '../uploads/sample-files.ts';
import { countWrite, type Stage } from './actor.ts';
import { isAcknowledged, isUnknown, readJson } from './balanced-client.ts';
import type { DraftRecord, PostRecord } from './ledger.ts';

const PAUSE_MS = 1_500;
/** Posts of one editor; after that only changes. */
const POSTS_MAX = 30;

/** Writes and changes posts of its own, saves drafts and uploads images. */
export async function playEditor(stage: Stage, editor: number, token: string): Promise<void> {
  const own: PostRecord[] = [];
  const drafts: DraftTab[] = [];
  while (stage.isOn()) {
    const { random } = stage;
    const act = random.below(10);
    const post = own.length > 0 ? random.pick(own) : null;
    if (act < 3 && own.length < POSTS_MAX) own.push(await createPost(stage, editor * 1_000 + own.length, token));
    else if (act < 7 && post) await changePost(stage, post, token);
    else if (act < 9) await saveDraft(stage, drafts, token);
    else await upload(stage, token, editor);
    await sleep(PAUSE_MS / 2 + random.below(PAUSE_MS));
  }
}

/** The title, the text and the description name the same version. */
const createRequest = ({ key, slug }: PostRecord, version: number) => ({
  title: `Torture ${key} version ${version}`,
  slug,
  content: `<p>Text of zq${key}v${version}qz.</p>`,
  description: `About zq${key}v${version}qz`,
  status: 'published',
});

async function createPost(stage: Stage, key: number, token: string): Promise<PostRecord> {
  const slug = `torture-${key}`;
  const post: PostRecord = { key, slug, id: null, sent: 0, acknowledged: 0, unknown: new Set(), publishedAt: 0 };
  stage.ledger.posts.set(key, post);
  await changePost(stage, post, token);
  return post;
}

/** The first version creates it. One that was created without a response is left alone until it is found. */
async function changePost(stage: Stage, post: PostRecord, token: string): Promise<void> {
  if (post.id === null && post.sent > 0) await findPost(stage, post, token);
  if (post.id === null && post.sent > 0) return;
  const version = post.sent + 1;
  post.sent = version;
  const body = createRequest(post, version);
  const reply =
    post.id === null
      ? await stage.client.send('POST', '/api/blogs', { token, body })
      : await stage.client.send('PUT', `/api/blogs/${post.id}`, { token, body });
  countWrite(stage, reply);
  if (isUnknown(reply)) post.unknown.add(version);
  if (!isAcknowledged(reply)) return;
  const answer = readJson<{ id: number; slug: string }>(reply);
  post.id ??= answer.id;
  post.slug = answer.slug;
  post.acknowledged = version;
  post.publishedAt = Date.now();
}

/** Asked instead of created again: a create that is still on its way would make a second post. */
async function findPost({ client }: Stage, post: PostRecord, token: string): Promise<void> {
  const reply = await client.read(`/api/blogs/slug/${post.slug}`, { token });
  if (reply?.status === 200) post.id = readJson<{ id: number }>(reply).id;
}

type DraftTab = { record: DraftRecord; version: number; baseRevision: number; isLost: boolean };

const draftFields = (title: string) => ({
  title,
  slug: null,
  description: null,
  category_ids: [],
  status: 'draft',
  published_at: null,
  author_name: '',
  cover_id: null,
});

/** One tab saves one draft after the other; the version it names makes a late save of its own a conflict. */
async function saveDraft(stage: Stage, drafts: DraftTab[], token: string): Promise<void> {
  const { client, random } = stage;
  const content = `<p>Draft ${random.below(1_000_000_000)}</p>`;
  const usable = drafts.filter(({ isLost }) => !isLost);
  if (usable.length < 2) {
    const body = { fields: draftFields('A draft'), content, client_id: `torture-${random.below(1_000_000_000)}` };
    const reply = await client.send('POST', '/api/blogs/drafts', { token, body });
    countWrite(stage, reply);
    if (!isAcknowledged(reply)) return;
    const { id, draft } = readJson<{ id: number; draft: { version: number; base_revision: number } }>(reply);
    const record: DraftRecord = { postId: id, acknowledged: content, unknown: new Set() };
    stage.ledger.drafts.push(record);
    drafts.push({ record, version: draft.version, baseRevision: draft.base_revision, isLost: false });
    return;
  }
  const tab = random.pick(usable);
  const reply = await client.send('PUT', `/api/blogs/${tab.record.postId}/draft`, {
    token,
    body: {
      fields: draftFields('A draft'),
      content,
      client_id: 'torture-editor',
      version: tab.version,
      base_revision: tab.baseRevision,
    },
  });
  countWrite(stage, reply);
  // What was written without a response has raised the version: the tab starts another draft.
  tab.isLost = isUnknown(reply) || reply?.status === 409;
  if (isUnknown(reply)) tab.record.unknown.add(content);
  if (!isAcknowledged(reply)) return;
  tab.record.acknowledged = content;
  tab.record.unknown.clear();
  tab.version = readJson<{ version: number }>(reply).version;
}

async function upload(stage: Stage, token: string, editor: number): Promise<void> {
  // Another size is another file.
  const size = 40 + stage.ledger.uploads.length * 3 + editor;
  const body = toFormData(await createJpeg(size, size));
  const reply = await stage.client.send('POST', '/api/uploads', { token, body });
  countWrite(stage, reply);
  if (isAcknowledged(reply)) stage.ledger.uploads.push(readJson<{ id: number; url: string }>(reply));
}
