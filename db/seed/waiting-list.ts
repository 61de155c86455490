/** Waiting lists of the demo site: GenMate is product 4, ChatMate product 5. */
export const demoWaitingList = [
  {
    email: 'lena.brandt@example.com',
    firstName: 'Lena',
    lastName: 'Brandt',
    productId: 4,
    intent: 'A reader for my year 9 history class, a chapter for each week of term.',
    ageInDays: 12,
  },
  {
    email: 'wiremu.hohaia@example.com',
    firstName: 'Wiremu',
    lastName: 'Hohaia',
    productId: 4,
    intent: 'Finishing the family history that my father began.',
    ageInDays: 9,
  },
  { email: 'jo.mcalister@example.com', firstName: 'Jo', lastName: null, productId: 4, intent: null, ageInDays: 4 },
  {
    email: 'priya.raman@example.com',
    firstName: 'Priya',
    lastName: 'Raman',
    productId: 5,
    intent: 'Answering the same ten questions from customers.',
    ageInDays: 3,
  },
] as const;
