import type { DemoWork } from './demo-work.ts';

/** Works that wait for a reviewer, the longest wait first. */
export const pendingWorks: DemoWork[] = [
  {
    title: 'Remedies from a Hedgerow',
    author: 'Imogen Hart',
    bio: 'Botanist and beekeeper in Southland.',
    description:
      'What grew along one lane in Southland, and what three generations of women made of it. Recipes for syrups, salves and teas, with a season for each, a chapter on what never to pick, and an honest account of what works, what does not, and what only tastes as if it did.',
    category: 'lifestyle-health',
    formats: ['html', 'epub', 'pdf'],
    versions: [
      {
        daysAgo: 19,
        ai: ['needs_review', 0.52, 'Good writing. Several remedies are given as cures without a source.'],
        decision: {
          by: 'tom',
          move: 'request_changes',
          afterHours: 30,
          reasons: [1],
          comments: 'Please add a source for each remedy, or say that it is a family habit and not a cure.',
        },
      },
      {
        daysAgo: 4,
        ai: [
          'needs_review',
          0.64,
          'Careful and well referenced, except for two passages in chapter 3: a dose for children without a source, and a claim about blood pressure.',
        ],
      },
    ],
  },
  {
    title: 'The Beekeeper’s Ledger',
    author: 'Oliver Pratt',
    bio: 'Retired accountant in Ranfurly. Writes in the hours when the bees are asleep.',
    description:
      'A hive is poisoned in the Maniototo, and the only witness keeps accounts. The second case of Constable Edie Marsh.',
    category: 'fiction-mystery',
    formats: ['html', 'epub', 'pdf'],
    versions: [{ daysAgo: 3.2, ai: ['approved', 0.96, 'An original mystery without anything that harms.'] }],
  },
  {
    title: 'Tides of the Hokianga',
    author: 'Ngaire Williams',
    bio: 'Grew up in Rāwene, and came back to teach there.',
    description:
      'A harbour and the people who read it: ferrymen, mullet, mangroves, and the names that each bay had before the charts.',
    category: 'non-fiction-history',
    formats: ['html', 'epub', 'pdf'],
    versions: [{ daysAgo: 2.9, ai: ['approved', 0.91, 'Careful with names and sources.'] }],
  },
  {
    title: 'Statistics for Nurses',
    author: 'Arjun Mehta',
    bio: 'Teaches mathematics to health students in Palmerston North.',
    description:
      'The handful of ideas behind every study that lands on a ward: samples, chance, risk, and what a percentage leaves out.',
    category: 'academic-and-professional-health-professions',
    formats: ['html', 'pdf'],
    versions: [
      {
        daysAgo: 33,
        ai: ['approved', 0.83, 'A clear textbook. Two tables look copied.'],
        decision: {
          by: 'aroha',
          move: 'request_changes',
          afterHours: 18,
          reasons: [2],
          comments: 'Tables 4 and 7 seem to be from another book. Tell us where they come from, or draw your own.',
        },
      },
      {
        daysAgo: 16,
        ai: ['approved', 0.86, 'The tables are new.'],
        decision: {
          by: 'aroha',
          move: 'request_changes',
          afterHours: 9,
          reasons: [6],
          comments: 'Thank you for the new tables. Chapter 2 ends in the middle of a sentence.',
        },
      },
      { daysAgo: 2.1, ai: ['approved', 0.88, 'Chapter 2 is complete now.'] },
    ],
  },
  {
    title: 'Get Rich by Sunday',
    author: 'P. Sterling',
    bio: 'Entrepreneur.',
    description: 'Seven days, seven steps. The method that banks hope you never read.',
    category: 'academic-and-professional-business',
    formats: ['html'],
    versions: [
      {
        daysAgo: 2,
        ai: ['needs_review', 0.57, 'Promises returns of 40% a week. The steps lead to a paid course.'],
      },
    ],
  },
  {
    title: 'Forty Letters to a Lighthouse',
    author: 'Hana Kereama',
    bio: 'Poet and postie on the East Coast.',
    description: 'A postie writes to the one address on her round that never answers.',
    category: 'fiction-short-stories',
    formats: ['html', 'epub'],
    versions: [{ daysAgo: 1.8, ai: ['approved', 0.84, 'Original short fiction.'] }],
  },
  {
    title: 'Sourdough at Altitude',
    author: 'Sofia Marchetti',
    bio: 'Bakes for a ski field in the Southern Alps.',
    description: 'Bread above 1,000 metres: why it collapses, and forty loaves that do not.',
    category: 'lifestyle-food',
    formats: ['html', 'epub', 'pdf'],
    versions: [{ daysAgo: 1.1, ai: ['approved', 0.97, 'Practical, and safe to follow.'] }],
  },
  {
    title: 'A Field Guide to Wellington’s Wind',
    author: 'Ruby Fa’asavalu',
    bio: 'Nurse, runner, and owner of four broken umbrellas.',
    description:
      'Twenty-six winds of one city, with their habits, their favourite corners, and the people they have undressed.',
    category: 'creative-works-essays',
    formats: ['html', 'epub'],
    versions: [
      {
        daysAgo: 0.9,
        ai: ['needs_review', 0.58, 'Humour about named streets. One shopkeeper can be recognised.'],
      },
    ],
  },
  {
    title: 'How to Read a Tide Table',
    author: 'Tāne Rangihuna',
    bio: 'Skipper and coastguard volunteer.',
    description:
      'Everything on the page that most people only read one number of. With exercises, and the reasons behind them.',
    category: 'reference-and-knowledge-guides-and-handbooks',
    formats: ['html', 'md', 'pdf'],
    versions: [{ daysAgo: 0.4, ai: ['approved', 0.9, 'Correct, as far as it can be checked.'] }],
  },
  {
    title: 'The Quiet Carpenter',
    author: 'Daniel Weiss',
    bio: 'Cabinetmaker in Nelson.',
    description: 'A workshop memoir: forty years of chairs, three apprentices, and the sound a good joint makes.',
    category: 'non-fiction-biography-and-memoir',
    formats: ['html', 'epub'],
    versions: [
      {
        daysAgo: 25,
        ai: ['approved', 0.8, 'Memoir. A former apprentice is named with his illness.'],
        decision: {
          by: 'tom',
          move: 'request_changes',
          afterHours: 40,
          reasons: [3],
          comments:
            'Chapter 6 tells of an apprentice’s illness under his own name. Change it, or tell us that he agreed.',
        },
      },
      { daysAgo: 0.22, ai: ['approved', 0.82, 'The apprentice has another name now.'] },
    ],
  },
  {
    title: 'Songs My Uncle Sang Wrong',
    author: 'Sione Vaka',
    bio: 'Choir leader in Ōtāhuhu.',
    description: 'Eighteen family songs with the words as they were sung, and as they were meant.',
    category: 'creative-works-songs-and-lyrics',
    formats: ['pdf', 'epub'],
    versions: [
      {
        daysAgo: 12,
        ai: ['rejected', 0.71, 'The words of well-known songs, possibly under copyright.'],
        appeal: {
          afterHours: 270,
          text: 'All eighteen songs are older than 1900 or my uncle’s own. I have added a page that says so for each of them.',
        },
      },
    ],
  },
  {
    title: 'The Possum Trapper’s Cookbook',
    author: 'Craig Thompson',
    bio: 'Trapper and camp cook in the Kaimanawas.',
    description:
      'Thirty recipes for what most people leave in the bush, and a chapter on doing it safely and lawfully.',
    category: 'lifestyle-food',
    formats: ['html', 'pdf'],
    versions: [
      {
        daysAgo: 9,
        ai: ['needs_review', 0.66, 'Recipes with wild game. The notes on poisoned areas are short.'],
        decision: {
          by: 'tom',
          move: 'reject',
          afterHours: 12,
          reasons: [1],
          comments: 'Possums from areas with poison can make people ill, and the book does not say how to tell.',
        },
        appeal: {
          afterHours: 200,
          text: 'Chapter 2 has the warning, a link to the map of poisoned areas, and the waiting times. Could somebody else look at it again?',
        },
      },
    ],
  },
];
