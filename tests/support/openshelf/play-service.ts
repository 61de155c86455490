import type { AiDecision } from '#api/domain/publication-states.ts';
import { expectData, type PublishingService, type Work } from './publishing-service.ts';
import type { WebhookEvent } from './webhook-receiver.ts';

type Options = {
  service: PublishingService;
  /** Where the texts of the works are: an https address without a slash at its end. */
  textsUrl: string;
  print: (line: string) => void;
};

const SUBJECTS = [
  ['Tides of the Kaipara', 'Hana Reweti', 'Non-Fiction', 'Nature & Environment'],
  ['The Night Ferry', 'Tom Ashby', 'Fiction', 'Mystery'],
  ['Small Fires', 'Mele Tuipulotu', 'Creative Works', 'Poetry'],
  ['A Year of Preserves', 'Ruth McKay', 'Lifestyle', 'Food'],
  ['Bookkeeping for Orchards', 'Arjun Patel', 'Academic & Professional', 'Business'],
] as const;

const AI_REVIEWS: readonly { decision: AiDecision; confidence_score: number; comments: string }[] = [
  { decision: 'approved', confidence_score: 0.94, comments: 'Original work, no objections.' },
  { decision: 'needs_review', confidence_score: 0.55, comments: 'Some claims need a person’s judgement.' },
  { decision: 'approved', confidence_score: 0.71, comments: 'Fine, but parts resemble a published text.' },
  { decision: 'rejected', confidence_score: 0.88, comments: 'Gives advice about health without sources.' },
];

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

function createDemoWork(index: number, textsUrl: string): Work {
  const [title, author, category, subcategory] = pick(SUBJECTS, index);
  const name = `${title} ${index + 1}`;
  return {
    title: name,
    author_name: author,
    author_bio: `${author} lives in Aotearoa New Zealand.`,
    author_contact: 'author@example.com',
    description: `${name} is a work that the demo of the publishing service sent.`,
    category,
    subcategory,
    html_url: `${textsUrl}/${index + 1}.html`,
  };
}

/** The text of a demo work, as a page. */
export const renderDemoText = (path: string): string =>
  `<!doctype html><html lang="en"><title>Text</title><h1>Chapter one</h1><p>This is the text at ${encodeURI(path)}.</p></html>`;

/** Sends works with varying reviews of the AI. The author of every second one that the AI rejected appeals. */
export async function sendDemoWorks({ service, textsUrl, print }: Options, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const review = pick(AI_REVIEWS, index);
    const { id, title, status } = await service.sendForReview(createDemoWork(index, textsUrl), review);
    print(`${id} ${title}: the AI said ${review.decision}, now ${status}`);
    if (status !== 'AI_REJECTED' || Math.floor(index / AI_REVIEWS.length) % 2 === 1) continue;
    expectData(await service.appeal(id, 'The sources are listed in the last chapter. Please read it again.'));
    print(`${id} ${title}: the author appealed`);
  }
}

/** What the service does about a decision: it confirms, sends the next version, or lets the author of a work with an even id appeal. */
export const createEventHandler =
  ({ service, textsUrl, print }: Options) =>
  async ({ type, data }: WebhookEvent): Promise<void> => {
    const { publication_id: id, version_number: version } = data;
    print(`${id} ${type}${data.comments ? `: ${data.comments}` : ''}`);
    if (type === 'publication.approved') {
      const { shelf_url: address } = expectData(await service.confirm(id));
      print(`${id} is published: ${address}`);
    } else if (type === 'publication.changes_requested') {
      expectData(await service.change(id, createDemoWork(id, textsUrl)));
      expectData(await service.submit(id));
      const review = { decision: 'needs_review', confidence_score: 0.6, comments: 'Changed by the author.' } as const;
      expectData(await service.recordAiReview(id, review));
      print(`${id} was sent again as version ${version + 1}`);
    } else if (version === 1 && id % 2 === 0) {
      expectData(await service.appeal(id, 'I hold the rights to all of it, and can prove that.'));
      print(`${id}: the author appealed`);
    }
  };
