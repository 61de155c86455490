import type { DemoDecision, DemoVersion, DemoWork } from './demo-work.ts';

const html = ['html'] as const;
const aiApproved = (confidence: number): DemoVersion['ai'] => [
  'approved',
  confidence,
  'Original, and fit for the shelf.',
];
const decide = (by: DemoDecision['by'], move: DemoDecision['move'], comments?: string, reasons?: number[]) => ({
  by,
  move,
  afterHours: 15,
  ...(comments && { comments }),
  ...(reasons && { reasons }),
});

/** Works in every other status. */
export const otherWorks: DemoWork[] = [
  {
    title: 'Cures They Hide from You',
    author: 'Max Power',
    bio: 'Independent researcher.',
    description: 'Teas and syrups that doctors fear. What three generations knew, and what the industry buried.',
    category: 'lifestyle-health',
    formats: html,
    versions: [
      {
        daysAgo: 50,
        ai: ['needs_review', 0.55, 'Medical claims without sources.'],
        decision: decide('aroha', 'reject', 'The title promises cures, and none of the claims has a source.', [5, 1]),
      },
    ],
  },
  {
    title: 'My Neighbours, Named',
    author: 'Anonymous',
    bio: 'Lives next door.',
    description: 'A street in Tauranga and everything that its people would rather not read.',
    category: 'non-fiction-true-stories',
    formats: html,
    versions: [
      {
        daysAgo: 34,
        ai: ['approved', 0.68, 'True stories of a street.'],
        decision: decide('tom', 'reject', 'Every chapter names private people without their consent.', [3]),
      },
    ],
  },
  {
    title: 'The Complete Sherlock, Improved',
    author: 'J. Watson',
    bio: 'Editor.',
    description: 'All sixty stories, with the boring parts removed.',
    category: 'media-and-mixed-collections',
    formats: html,
    versions: [
      {
        daysAgo: 21,
        ai: ['approved', 0.73, 'A collection of works in the public domain.'],
        decision: decide(
          'aroha',
          'reject',
          'Almost all of it is the original text, without a contribution of your own.',
          [7],
        ),
      },
    ],
  },
  {
    title: 'Home Wiring in a Weekend',
    author: 'Stuart Hughes',
    bio: 'Handyman.',
    description: 'New sockets and lights without an electrician.',
    category: 'lifestyle-home-and-garden',
    formats: html,
    versions: [
      {
        daysAgo: 14,
        ai: ['approved', 0.77, 'A guide with clear drawings.'],
        decision: decide('tom', 'request_changes', 'Say on each page what only an electrician may do by law.', [1]),
      },
    ],
  },
  {
    title: 'The Orchard Year',
    author: 'Jo McAlister',
    bio: 'Grows apples in Tapawera.',
    description: 'Pruning, thinning, picking, and the long talk with the bank.',
    category: 'lifestyle-home-and-garden',
    formats: ['html', 'epub'],
    versions: [
      {
        daysAgo: 8,
        ai: aiApproved(0.9),
        decision: decide(
          'aroha',
          'request_changes',
          'The last chapter can’t be opened. Please send the file again.',
          [6],
        ),
      },
    ],
  },
  {
    title: 'Ten Thousand Articles',
    author: 'Cheap Backlinks',
    bio: 'Marketing.',
    description: 'Text for any website. Copy, paste, profit.',
    category: 'academic-and-professional-business',
    formats: html,
    versions: [
      { daysAgo: 28, ai: ['rejected', 0.98, 'Generated text without a reader in mind, with links for sale.'] },
    ],
  },
  {
    title: 'Win Every Draw',
    author: 'P. Sterling',
    bio: 'Entrepreneur.',
    description: 'The numbers behind the numbers.',
    category: 'academic-and-professional-business',
    formats: html,
    versions: [{ daysAgo: 10, ai: ['rejected', 0.93, 'Promises to predict a lottery.'] }],
  },
  {
    title: 'Ghosts of the Rimutaka Incline',
    author: 'Hemi Walker',
    bio: 'Railway volunteer.',
    description: 'Nine ghost stories from a closed railway, with timetables.',
    category: 'fiction-short-stories',
    formats: ['html', 'epub'],
    versions: [
      {
        daysAgo: 62,
        ai: ['rejected', 0.59, 'Violence in two stories.'],
        appeal: { afterHours: 30, text: 'They are ghost stories. Nobody is hurt who was not dead before.' },
        decision: decide('tom', 'approve', 'Nothing here that a library would not lend.'),
        withdrawnAfterHours: 600,
        isPublished: true,
      },
    ],
  },
  {
    title: 'Draft of a Marriage',
    author: 'Zoe Papadakis',
    bio: 'Novelist.',
    description: 'A novel in emails that were never sent.',
    category: 'fiction-romance',
    formats: html,
    versions: [{ daysAgo: 20, ai: aiApproved(0.87), withdrawnAfterHours: 8 }],
  },
  {
    title: 'The Dog at Gate Four',
    author: 'Kiri Paki',
    bio: 'Bedtime storyteller.',
    description: 'A shearing gang, a flood, and a dog that counts.',
    category: 'fiction-children-and-young-adults',
    formats: ['html', 'epub'],
    versions: [{ daysAgo: 1, ai: aiApproved(0.96), decision: decide('aroha', 'approve') }],
  },
  {
    title: 'Bees in Winter',
    author: 'Imogen Hart',
    bio: 'Botanist and beekeeper in Southland.',
    description: 'What a hive does from May to August, and what a beekeeper should leave alone.',
    category: 'non-fiction-nature-and-environment',
    formats: ['html', 'pdf'],
    versions: [{ daysAgo: 0.8, ai: aiApproved(0.98), decision: decide('tom', 'approve', 'A pleasure to read.') }],
  },
  {
    title: 'Small Boats, Big Water',
    author: 'Tui Marsden',
    bio: 'Runs kayak tours in the Bay of Islands.',
    description: 'Thirty trips by sea kayak, with the weather that should keep you ashore.',
    category: 'lifestyle-sport-and-outdoors',
    formats: ['html', 'epub', 'pdf'],
    versions: [
      { daysAgo: 48, ai: aiApproved(0.95), decision: decide('aroha', 'approve'), isPublished: true },
      { daysAgo: 2, stopsAt: 'revise' },
    ],
  },
  {
    title: 'Rain on Corrugated Iron',
    author: 'Isla Robertson',
    bio: 'Plays the cello.',
    description: 'Essays on listening.',
    category: 'creative-works-essays',
    formats: html,
    versions: [{ daysAgo: 3, stopsAt: 'create' }],
  },
  {
    title: 'Harakeke',
    author: 'Waimarie Kingi',
    bio: 'Weaver and teacher.',
    description: 'Flax from the plant to the basket, step by step.',
    category: 'lifestyle-crafts',
    formats: ['html', 'pdf'],
    versions: [{ daysAgo: 0.06, stopsAt: 'ai_approve', ai: aiApproved(0.99) }],
  },
  {
    title: 'A Year of Lambs',
    author: 'Aidan Murray',
    bio: 'Farms near Gore.',
    description: 'Four hundred ewes, one diary.',
    category: 'non-fiction-true-stories',
    formats: html,
    versions: [{ daysAgo: 0.05, stopsAt: 'start_ai_review' }],
  },
  {
    title: 'Two-Stroke',
    author: 'Jack Sutherland',
    bio: 'Mechanic.',
    description: 'The small engine, explained with what is in your shed.',
    category: 'reference-and-knowledge-technology',
    formats: ['html', 'pdf'],
    versions: [{ daysAgo: 0.04, stopsAt: 'submit' }],
  },
];
