import { screen } from '@testing-library/react';
import { DECISION_UNDO_WINDOW_MS } from '#api/domain/publication-states.ts';
import type { PublicationDetailJson } from '#api/features/openshelf/publications/publications.contract.ts';
import type { RejectionReasonJson } from '#api/features/openshelf/reasons/reasons.contract.ts';
import type {
  PrecedentsJson,
  PublicationTextJson,
  VersionDiffJson,
} from '#api/features/openshelf/texts/texts.contract.ts';
import { ReviewScreenIsland } from '#src/features/openshelf/review/ReviewScreen.island.tsx';
import { openshelfPaths } from '#src/config/openshelf-paths.ts';
import { createIslandSite, type IslandSite } from './island-site.tsx';

export const NOW = '2026-11-22T10:00:00.000Z';
const API = '/api/admin/openshelf';
export const TOM = { user_id: 900, name: 'Tom Whitaker', until: '2026-11-22T10:10:00.000Z' };

type HistoryEntry = PublicationDetailJson['history'][number];

const EMPTY_TEXT: PublicationTextJson = {
  version_number: 1,
  html: null,
  chapters: [],
  word_count: 0,
  source_url: null,
  fetched_at: null,
  error: null,
  images: [],
  removed_links: { count: 0, links: [] },
};

export const createHistoryEntry = (changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  move: 'reject',
  from_status: 'ADMIN_REVIEWING',
  to_status: 'REJECTED',
  version_number: 1,
  actor: 'reviewer',
  user: { id: 900, name: 'Tom Whitaker' },
  comments: 'No sources.',
  reasons: ['Advice'],
  ai_decision: null,
  ai_confidence_score: null,
  is_undone: false,
  at: '2026-11-22T09:59:40.000Z',
  ...changes,
});

export function createPublication(changes: Partial<PublicationDetailJson> = {}): PublicationDetailJson {
  return {
    id: 1,
    title: 'Remedies from a Hedgerow',
    author_name: 'Imogen Hart',
    author_bio: 'Botanist in Southland.',
    author_contact: 'imogen@example.com',
    description: 'What grew along one lane.',
    category: 'Lifestyle',
    subcategory: 'Health',
    status: 'ADMIN_REVIEWING',
    changes_requested: false,
    submitted_at: '2026-11-20T01:00:00.000Z',
    version_number: 1,
    ai_decision: 'needs_review',
    ai_comments: 'A dose without a source.',
    ai_confidence_score: 0.64,
    html_url: null,
    pdf_url: null,
    md_url: null,
    epub_url: null,
    created_at: '2026-11-18T00:00:00.000Z',
    updated_at: '2026-11-18T00:00:00.000Z',
    queued_at: '2026-11-18T00:00:00.000Z',
    decided_at: null,
    published_at: null,
    shelf_version: null,
    shelf_url: null,
    is_appeal: false,
    claim: null,
    history: [],
    versions: [],
    last_decided_version: null,
    queue: null,
    appeal_until: null,
    is_final: false,
    is_appeal_over: false,
    decision_blocked: null,
    ...changes,
  };
}

/** Three that wait, the longest first. */
const createQueue = () => [
  createPublication(),
  createPublication({
    id: 2,
    title: 'The Beekeeper’s Ledger',
    author_name: 'Oliver Pratt',
    queued_at: '2026-11-20T10:00:00.000Z',
    ai_decision: 'approved',
    ai_confidence_score: 0.96,
    category: 'Fiction',
    version_number: 2,
  }),
  createPublication({
    id: 3,
    title: 'Tides of the Hokianga',
    author_name: 'Ngaire Williams',
    claim: null,
    queued_at: '2026-11-22T01:00:00.000Z',
    ai_decision: 'approved',
    ai_confidence_score: 0.91,
  }),
];

const LABELS = ['Advice, no source', 'Rights not clear', 'Personal data', 'Hate or threats', 'Misleading'];
LABELS.push('Can’t be read', 'Mostly copied', 'Wrong category', 'Something else');

export const createReasons = (): RejectionReasonJson[] =>
  LABELS.map((label, at) => ({
    id: 11 + at,
    position: at + 1,
    label,
    text: at === 8 ? '' : `${label}: please change this.`,
    category_texts: at === 0 ? [{ category_id: 6, category: 'Lifestyle', text: 'Add a source for each dose.' }] : [],
    updated_at: NOW,
  }));

const createDiff = (): VersionDiffJson => ({
  from: 1,
  to: 2,
  fields: [],
  paragraphs: [],
  change_count: 0,
  error: null,
});

export type ReviewSite = IslandSite & {
  viewerId: number;
  publications: PublicationDetailJson[];
  /** Earlier decisions and copies in the queue, by publication. */
  precedents: Map<number, PrecedentsJson>;
  /** Who has reserved what; a publication that is not here is reserved for the viewer. */
  claims: Map<number, typeof TOM>;
  /** Changes a publication on the server. */
  change(id: number, changes: object): void;
  openReview(id?: number, query?: string): Promise<void>;
  /** Waits until the publication has been shown for a moment, so that it can be decided on, and the queue has loaded. */
  whenSettled(): Promise<void>;
  /** Presses keys where the focus is. */
  keys(keys: string): Promise<void>;
  /** The bodies of the requests of this path below /api/admin/openshelf. */
  getBodies(path: string): unknown[];
  getCalls(method: string, path: string): number;
};

/** The review screen, signed in as an admin, over a queue of three. */
export async function createReviewSite(): Promise<ReviewSite> {
  const site = await createIslandSite();
  site.clock.set(NOW);
  const { id: viewerId } = await site.signIn('admin');
  const publications = createQueue();
  const claims = new Map<number, typeof TOM>();
  const precedents = new Map<number, PrecedentsJson>();
  const { network } = site;
  const find = (id: number) => publications.find((each) => each.id === id);
  const listWaiting = () => publications.filter(({ status }) => status === 'ADMIN_REVIEWING');
  for (const sort of ['oldest', 'newest']) {
    network.intercept('GET', `${API}/reviews/pending?sort=${sort}&page=1&limit=100`, () => {
      const waiting = sort === 'newest' ? listWaiting().toReversed() : listWaiting();
      const pagination = { page: 1, limit: 100, total: waiting.length, totalPages: 1 };
      return Response.json({ data: { publications: waiting, pagination, decided_today: 7 } });
    });
  }
  network.intercept('GET', `${API}/reasons`, () => Response.json({ data: createReasons() }));
  network.intercept('POST', '/api/admin/undo', async (request) => {
    const { ids } = (await request.json()) as { ids: string[] };
    for (const each of ids.join().split(',')) Object.assign(find(Number(each)) ?? {}, { status: 'ADMIN_REVIEWING' });
    return Response.json({ message: 'Decision undone.', restored: 1, skipped: [], left: 0 });
  });
  const respond = (message: string, status: PublicationDetailJson['status']) => (request: Request) => {
    const id = Number(/reviews\/(\d+)/.exec(request.url)?.[1]);
    Object.assign(find(id) ?? {}, { status });
    const until = new Date(Date.now() + DECISION_UNDO_WINDOW_MS).toISOString();
    return Response.json({ message, data: find(id), undo: { id: String(id), until } });
  };
  for (const id of [1, 2, 3, 4]) {
    network.intercept('GET', `${API}/publications/${id}`, () => {
      const data = find(id);
      return data ? Response.json({ data }) : Response.json({ error: 'Not found' }, { status: 404 });
    });
    network.intercept('GET', `${API}/publications/${id}/precedents`, () =>
      Response.json({ data: precedents.get(id) ?? { similar: [], by_author: [], waiting: [] } }),
    );
    network.intercept('GET', `${API}/publications/${id}/text`, () => Response.json({ data: EMPTY_TEXT }));
    network.intercept('POST', `${API}/reviews/${id}/claim`, () => {
      const claim = claims.get(id) ?? null;
      return Response.json({ data: { is_mine: claim === null, claim } });
    });
    network.intercept('GET', `${API}/publications/${id}/diff`, () => Response.json({ data: createDiff() }));
    network.intercept('DELETE', `${API}/reviews/${id}/claim`, () => new Response(null, { status: 204 }));
    const decision = `${API}/reviews/${id}`;
    network.intercept('POST', `${decision}/approve`, respond('Publication approved successfully', 'APPROVED'));
    network.intercept('POST', `${decision}/reject`, respond('Publication rejected successfully', 'REJECTED'));
    network.intercept('POST', `${decision}/request-changes`, respond('Changes requested', 'REJECTED'));
  }
  const listCalls = (path: string) =>
    network.calls.filter((call) => call.path === (path.startsWith('/api/') ? path : `${API}${path}`));
  return {
    ...site,
    viewerId,
    publications,
    claims,
    precedents,
    change: (id, changes) => void Object.assign(find(id) ?? {}, changes),
    async openReview(id = 1, query = '') {
      site.open(<ReviewScreenIsland />, `${openshelfPaths.reviewDetail(id)}${query}`);
      await screen.findByRole('list', { name: 'Waiting publications' });
    },
    whenSettled: async () => {
      await screen.findByRole('region', { name: 'Review Actions', busy: false });
      await screen.findByRole('button', { name: createReasons()[0]?.label });
      await screen.findByRole('region', { name: 'Queue', busy: false });
    },
    keys: async (keys) => void (await site.user.keyboard(keys)),
    getBodies: (path) => listCalls(path).map(({ body }) => (body ? JSON.parse(body) : null)),
    getCalls: (method, path) => listCalls(path).filter((call) => call.method === method).length,
  };
}

export const getRow = (title: string) => screen.getByRole('link', { name: new RegExp(`^${title}`) });
export const findHeading = (title: string) => screen.findByRole('heading', { level: 1, name: title });
export const getComments = () => screen.getByLabelText<HTMLTextAreaElement>('Comments to the author');
