type Sample = {
  id: string;
  kind: string;
  title: string;
  part: string;
  brief: string;
  outline: readonly string[];
  /** The position (from 0) of the text below in the outline. */
  current: number;
  /** Its paragraphs. */
  text: readonly string[];
};

export const genmateSamples: readonly Sample[] = [
  {
    id: 'novel',
    kind: 'Novel',
    title: 'The Tide Clerk',
    part: 'Chapter one: The book of small corrections',
    brief:
      'A quiet mystery in a harbour town, told by the woman who keeps the tide tables. For adults; unhurried; no violence on the page.',
    outline: [
      'The book of small corrections',
      'What the dredger brought up',
      'A letter for nobody',
      'Low water',
      'The second ledger',
    ],
    current: 0,
    text: [
      'The sea is never quite when they say it will be. That is not a complaint. I have been paid for thirty-one years to write down the difference.',
      'Every morning at six I walk to the end of the fish wharf, read the staff, and set one number beside another: the tide that was promised and the tide that came. Four minutes early. Nine centimetres over. The harbour board calls this the Book of Small Corrections, though nobody on the board has opened it since the last chairman, who used it to press flowers.',
      'On the second of May the water came in exactly as foretold. To the minute. To the width of the paint on the staff. I stood there long enough for my tea to go cold, and then I did what I have never done before or since. I left the line blank.',
      'Because the sea does not do that. Somebody does that.',
    ],
  },
  {
    id: 'unit',
    kind: 'Homeschool unit',
    title: 'Why Mountains Breathe',
    part: 'Lesson two: A volcano in the kitchen, honestly',
    brief:
      'Two weeks about volcanoes for one eight‑year‑old who asks “but why?” at least three times. One experiment a day, nothing to buy.',
    outline: [
      'The ground is moving (slowly)',
      'A volcano in the kitchen, honestly',
      'Thick lava, thin lava',
      'Taranaki from the window',
      'Write your own warning',
    ],
    current: 1,
    text: [
      'You may have seen the volcano made of vinegar and baking soda. It is good fun and it is a fib. Real volcanoes have no vinegar in them. What they do share with your model is the bubbles, so let us look at those instead.',
      'You need: a bottle of fizzy water with its lid on. Look at it closely. Can you see bubbles? Hardly any. Now open the lid a little. Where did they come from?',
      'They were there all the time, squeezed so hard that they had to stay in the water. Deep under a mountain, melted rock holds gas in the same way. When it rises the squeeze grows weaker, the gas comes out as bubbles, and the bubbles need room. They push.',
      'But why does it rise? Good. Put your hand in the bath tonight and push a ping-pong ball under. Write down what it does, and then what you think a blob of light, hot rock would do.',
    ],
  },
  {
    id: 'guide',
    kind: 'Field guide',
    title: 'Twenty Birds from One Bench',
    part: 'Chapter three: Tūī, the neighbour with opinions',
    brief:
      'A pocket guide for people who do not think of themselves as birdwatchers. One bird a chapter: look, listen, wait, write.',
    outline: [
      'Before you sit down',
      'Pīwakawaka, who comes to you',
      'Tūī, the neighbour with opinions',
      'Kererū, late for something',
      'What you will have noticed',
    ],
    current: 2,
    text: [
      'Look. From far off it is a black bird. Wait until it turns into the sun and it is not black at all: green, bronze and a blue like the neck of a beetle, with a white tuft at the throat that early settlers took for a parson’s collar.',
      'Listen. First come two or three notes as clear as a bell. Then comes a cough, a click, and the sound of a drawer being shut. All of it is the same song. Some of it is too high for us to hear, which is why the bird sometimes seems to be singing with the sound turned off.',
      'Wait. If there is flax in flower, or kōwhai, watch who is allowed on it. A tūī will guard a whole tree and lose more time to chasing than it gains in drinking.',
      'Write. How many different sounds did you count before you lost count? Put the number down. Tomorrow, see if it is the same bird.',
    ],
  },
  {
    id: 'handbook',
    kind: 'Team handbook',
    title: 'How We Bake',
    part: 'Chapter two: The first hour',
    brief:
      'A handbook for a neighbourhood bakery, from the founder’s notes, for people on their first week. Short sentences. Reasons, not only rules.',
    outline: ['What we are for', 'The first hour', 'Dough, and how to read it', 'The counter', 'When it goes wrong'],
    current: 1,
    text: [
      'The first hour decides the day. Not because it is the hardest, but because everything after it waits on something you did or did not do in it.',
      'Ovens first, always. They take forty minutes and cannot be hurried; you can. While they warm, uncover yesterday’s dough and look before you touch. It should have a dome and a slight shiver. If it is flat, tell the baker now. We can save a flat dough at four o’clock. We cannot at six.',
      'Weigh, do not scoop. A scoop is a guess with a handle. We bake by weight so that Tuesday’s loaf is Monday’s loaf, and so that you never have to wonder whether you did it right.',
      'Last, put the radio on. This is in the handbook because somebody once thought that they needed to ask.',
    ],
  },
];
