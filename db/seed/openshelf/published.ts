import { type DemoWork, toPublishedWork } from './demo-work.ts';

/** Works on the public shelf. */
export const publishedWorks: DemoWork[] = [
  toPublishedWork({
    ...{ title: 'A Kitchen Pharmacy', author: 'Margaret Sole', bio: 'Retired district nurse in Hokitika.' },
    description:
      'Syrups, salves and teas that a district nurse kept in her own kitchen, each with its source and the sign that says: see a doctor.',
    ...{ category: 'lifestyle-health', daysAgo: 41, by: 'tom', confidence: 0.79 },
    changes: {
      comments: 'Please name a source for each dose. Approved as soon as the sources are added.',
      reasons: [1],
    },
  }),
  toPublishedWork({
    ...{ title: 'Tea for Every Ache', author: 'Chloe Bennett', bio: 'Herb grower near Motueka.' },
    description:
      'Forty herbal teas from one garden, with what they taste of, and what three generations hoped they would do.',
    ...{ category: 'lifestyle-health', daysAgo: 76, by: 'aroha', confidence: 0.74 },
    changes: { comments: 'Take the doses for children out, or give a source for each of them.', reasons: [1] },
  }),
  toPublishedWork({
    ...{ title: 'The Last Ferry to Rāwene', author: 'Wiremu Hohaia', bio: 'Writes on the ferry, both ways.' },
    description: 'Six passengers, one broken engine, and a night in the middle of the harbour.',
    ...{ category: 'fiction-literary', daysAgo: 80, by: 'aroha', confidence: 0.94 },
  }),
  toPublishedWork({
    ...{ title: 'Salt Road', author: 'Henrik Dahl', bio: 'Sailor, and a poor one by his own account.' },
    description: 'A year in the islands with a boat of eleven metres, two children and one working pump.',
    ...{ category: 'non-fiction-travel', daysAgo: 73, by: 'tom', confidence: 0.92 },
  }),
  toPublishedWork({
    ...{ title: 'Bread for the Marae', author: 'Hana Fujimoto', bio: 'Caterer in Gisborne.' },
    description: 'Rēwena, fried bread and buns for two hundred: quantities, timings, and who to ask for a bigger pot.',
    ...{ category: 'lifestyle-food', daysAgo: 70, by: 'aroha', confidence: 0.98 },
  }),
  toPublishedWork({
    ...{ title: 'Poems for a Wet Paddock', author: 'Grace Leota', bio: 'Dairy farmer in the Waikato.' },
    description: 'Fifty-two poems, one for each week of a year that would not stop raining.',
    ...{ category: 'creative-works-poetry', daysAgo: 66, by: 'tom', confidence: 0.89 },
    formats: ['html', 'epub'],
  }),
  toPublishedWork({
    ...{
      title: 'Plain Words for Council Staff',
      author: 'Bridget Doyle',
      bio: 'Has read more rates letters than anyone should.',
    },
    description: 'Letters about rates, dogs and rubbish that people understand the first time, with before and after.',
    ...{ category: 'academic-and-professional-law-and-government', daysAgo: 62, by: 'aroha', confidence: 0.95 },
    formats: ['html', 'pdf', 'md'],
  }),
  toPublishedWork({
    ...{ title: 'The Estuary in Twelve Months', author: 'Nikau Tamihana', bio: 'Counts birds for a living.' },
    description: 'Godwits, crabs, mud and light: one estuary, visited every week of a year.',
    ...{ category: 'non-fiction-nature-and-environment', daysAgo: 58, by: 'tom', confidence: 0.97 },
  }),
  toPublishedWork({
    ...{ title: 'Physics Without Fear', author: 'Deepa Nair', bio: 'Teaches in Porirua.' },
    description: 'NCEA level 3 in sixty short lessons, each with one experiment that works in a kitchen.',
    ...{ category: 'academic-and-professional-teaching', daysAgo: 55, by: 'aroha', confidence: 0.93 },
    changes: { comments: 'Experiment 14 needs a warning about the battery.', reasons: [1] },
  }),
  toPublishedWork({
    ...{ title: 'A House of Two Languages', author: 'Ana Faleafa', bio: 'Early childhood teacher and mother of four.' },
    description: 'How one family keeps Samoan at the table and English at the gate, with games for every age.',
    ...{ category: 'lifestyle-family', daysAgo: 51, by: 'tom', confidence: 0.91 },
  }),
  toPublishedWork({
    ...{ title: 'Night Shift', author: 'Ruby Fa’asavalu', bio: 'Nurse, runner, and owner of four broken umbrellas.' },
    description: 'A first year as a nurse, in the hours when the corridors are yours.',
    ...{ category: 'non-fiction-biography-and-memoir', daysAgo: 47, by: 'aroha', confidence: 0.81 },
    changes: { comments: 'Two patients can be recognised by their street. Change the details.', reasons: [3] },
  }),
  toPublishedWork({
    ...{ title: 'The Constable of Naseby', author: 'Oliver Pratt', bio: 'Retired accountant in Ranfurly.' },
    description: 'A curling stone goes missing, and then the man who made it. The first case of Constable Edie Marsh.',
    ...{ category: 'fiction-mystery', daysAgo: 44, by: 'tom', confidence: 0.96 },
  }),
  toPublishedWork({
    ...{ title: 'Letters from Hokitika', author: 'Moana Herangi', bio: 'Historian of small towns.' },
    description: 'What a shopkeeper’s daughter wrote to her brother between two wars, with maps and notes.',
    ...{ category: 'non-fiction-history', daysAgo: 37, by: 'aroha', confidence: 0.88 },
  }),
  toPublishedWork({
    ...{ title: 'Camp Oven', author: 'Peter Lindqvist', bio: 'Cooks outdoors in every weather.' },
    description: 'One pot, one fire, and sixty meals for people who walked all day.',
    ...{ category: 'lifestyle-food', daysAgo: 30, by: 'tom', confidence: 0.95 },
  }),
  toPublishedWork({
    ...{ title: 'The Village Hall Handbook', author: 'Callum Fraser', bio: 'Has had the key since 1998.' },
    description: 'Bookings, boilers, insurance and the kitchen roster: all that a committee has to know.',
    ...{ category: 'reference-and-knowledge-guides-and-handbooks', daysAgo: 24, by: 'aroha', confidence: 0.99 },
    formats: ['html', 'pdf', 'md'],
  }),
  toPublishedWork({
    ...{ title: 'Macrons and Other Marks', author: 'Tāne Rangihuna', bio: 'Skipper and coastguard volunteer.' },
    description: 'Why a line over a letter changes a word, how to type it, and ninety pairs to practise with.',
    ...{ category: 'reference-and-knowledge-language', daysAgo: 17, by: 'tom', confidence: 0.97 },
  }),
  toPublishedWork({
    ...{ title: 'Songs for a Ute Radio', author: 'Sione Vaka', bio: 'Choir leader in Ōtāhuhu.' },
    description: 'Twelve songs for a long road, with chords and the stories behind them.',
    ...{ category: 'creative-works-songs-and-lyrics', daysAgo: 11, by: 'aroha', confidence: 0.85 },
    formats: ['pdf', 'epub'],
  }),
  toPublishedWork({
    ...{ title: 'Forty Winters of Photographs', author: 'Leilani Faumuina', bio: 'Photographer in Tekapo.' },
    description: 'One hillside on the first of July, from 1984 to 2023.',
    ...{ category: 'media-and-mixed-photography', daysAgo: 6, by: 'tom', confidence: 0.94 },
    formats: ['pdf'],
  }),
];
