import { randomUUID } from 'node:crypto';
import type { AiDecision, PublicationStatus } from '#api/domain/publication-states.ts';

const API_PATH = '/api/v1/publish/openshelf';

/** A work as the publishing service sends it. */
export type Work = {
  title: string;
  author_name: string;
  author_bio?: string | null;
  author_contact?: string | null;
  description: string;
  category: string;
  subcategory?: string | null;
  html_url?: string | null;
  pdf_url?: string | null;
  md_url?: string | null;
  epub_url?: string | null;
};

export type PublicationState = {
  id: number;
  slug: string;
  title: string;
  status: PublicationStatus;
  version_number: number;
  decision: { decision: string; changes_requested: boolean; comments: string | null; reasons: string[] } | null;
  final: boolean;
  appeal_until: string | null;
  shelf_version: number | null;
  shelf_url: string | null;
};

export type ServiceResponse = {
  status: number;
  isReplay: boolean;
  body: { data: PublicationState; message?: string; code?: string; issues?: { path: string; message: string }[] };
};

type Options = {
  serviceKey: string;
  /** Sends a request to the site, such as `fetch` or `app.request`. */
  send: (path: string, init: RequestInit) => Response | Promise<Response>;
};

/** The publishing service as a client of the site: the demo script and the tests play it. */
export class PublishingService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async call(method: string, path: string, body?: unknown, key?: string): Promise<ServiceResponse> {
    const { send, serviceKey } = this.#options;
    const response = await send(`${API_PATH}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${serviceKey}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      isReplay: response.headers.get('Idempotent-Replayed') === 'true',
      body: (await response.json()) as ServiceResponse['body'],
    };
  }

  create = (work: Work, key: string = randomUUID()) => this.call('POST', '/publications', work, key);
  change = (id: number, work: Work, key?: string) => this.call('PUT', `/publications/${id}`, work, key);
  read = (id: number) => this.call('GET', `/publications/${id}`);
  submit = (id: number, key?: string) => this.call('POST', `/publications/${id}/submit`, undefined, key);
  startAiReview = (id: number, key?: string) =>
    this.call('POST', `/publications/${id}/ai-review/start`, undefined, key);
  appeal = (id: number, text: string, key?: string) => this.call('POST', `/publications/${id}/appeal`, { text }, key);
  confirm = (id: number, key?: string) => this.call('POST', `/publications/${id}/published`, undefined, key);
  withdraw = (id: number, key?: string) => this.call('POST', `/publications/${id}/withdraw`, undefined, key);

  recordAiReview(
    id: number,
    review: { decision: AiDecision; confidence_score: number; comments?: string | null },
    key?: string,
  ) {
    return this.call('POST', `/publications/${id}/ai-review`, review, key);
  }

  /** Adds a work and takes it through the AI’s review. @throws when a call fails. */
  async sendForReview(work: Work, review: { decision: AiDecision; confidence_score: number; comments?: string }) {
    const { id } = expectData(await this.create(work));
    expectData(await this.submit(id));
    expectData(await this.startAiReview(id));
    return expectData(await this.recordAiReview(id, review));
  }
}

/** The state in a response. @throws with the message of a failure. */
export function expectData({ status, body }: ServiceResponse): PublicationState {
  if (status >= 400) throw new Error(`${status}: ${body.message}`);
  return body.data;
}
