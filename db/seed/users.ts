/** The admins of the demo, who blacklisted and promoted the others. */
type AdminEmail = 'aroha@mateworks.example' | 'tom@mateworks.example';

export type DemoUser = {
  email: string;
  firstName: string;
  lastName: string;
  role: 'admin' | 'user';
  /** When the account was made, and the last sign-in; null for none. */
  createdDaysAgo: number;
  signedInHoursAgo: number | null;
  /** By product: sign-ins, sign-outs. */
  signIns: Record<string, readonly [number, number]>;
  /** `forDays`: null means for good. `removedDaysAgo`: an admin removed it. */
  blacklist?: { by: AdminEmail; reason: string; daysAgo: number; forDays: number | null; removedDaysAgo?: number };
  /** Was an admin for some days. */
  wasAdmin?: { by: AdminEmail; fromDaysAgo: number; toDaysAgo: number };
};

const AROHA = 'aroha@mateworks.example';
const TOM = 'tom@mateworks.example';
/** What sign-ins to this site are counted under. */
const SITE = 'Mateworks';

/** Users of the demo site. The addresses end in `.example`, or are of a domain that cannot get email. */
export const demoUsers: readonly DemoUser[] = [
  {
    email: AROHA,
    firstName: 'Aroha',
    lastName: 'Ngata',
    role: 'admin',
    createdDaysAgo: 410,
    signedInHoursAgo: 2,
    signIns: { [SITE]: [212, 31], GenMate: [18, 4] },
  },
  {
    email: TOM,
    firstName: 'Tom',
    lastName: 'Whitaker',
    role: 'admin',
    createdDaysAgo: 402,
    signedInHoursAgo: 20,
    signIns: { [SITE]: [164, 12], GenMate: [44, 9] },
  },
  {
    email: 'mele.tupou@example.com',
    firstName: 'Mele',
    lastName: 'Tupou',
    role: 'user',
    createdDaysAgo: 252,
    signedInHoursAgo: 1,
    signIns: { [SITE]: [57, 20], GenMate: [39, 8] },
  },
  {
    email: 'henrik.dahl@example.com',
    firstName: 'Henrik',
    lastName: 'Dahl',
    role: 'user',
    createdDaysAgo: 255,
    signedInHoursAgo: 3,
    signIns: { [SITE]: [29, 17], GenMate: [12, 4] },
    blacklist: {
      by: TOM,
      daysAgo: 31,
      forDays: null,
      removedDaysAgo: 28,
      reason: 'Chargeback on the September payment. Please write to support before you sign in again.',
    },
  },
  {
    email: 'priya.raman@example.com',
    firstName: 'Priya',
    lastName: 'Raman',
    role: 'user',
    createdDaysAgo: 190,
    signedInHoursAgo: 30,
    signIns: { [SITE]: [33, 6], GenMate: [21, 2] },
  },
  {
    email: 'sam.okafor@example.com',
    firstName: 'Sam',
    lastName: 'Okafor',
    role: 'user',
    createdDaysAgo: 180,
    signedInHoursAgo: 52,
    signIns: { [SITE]: [18, 3], TaxMate: [9, 1] },
  },
  {
    email: 'wiremu.hohaia@example.com',
    firstName: 'Wiremu',
    lastName: 'Hohaia',
    role: 'user',
    createdDaysAgo: 96,
    signedInHoursAgo: 9,
    signIns: { [SITE]: [14, 2] },
  },
  {
    email: 'lena.brandt@example.com',
    firstName: 'Lena',
    lastName: 'Brandt',
    role: 'user',
    createdDaysAgo: 12,
    signedInHoursAgo: 26,
    signIns: { [SITE]: [3, 0] },
  },
  {
    email: 'hana.fujimoto@example.com',
    firstName: 'Hana',
    lastName: 'Fujimoto',
    role: 'user',
    createdDaysAgo: 300,
    signedInHoursAgo: 70,
    signIns: { [SITE]: [81, 40] },
    wasAdmin: { by: AROHA, fromDaysAgo: 120, toDaysAgo: 92 },
  },
  {
    email: 'callum.reid@example.com',
    firstName: 'Callum',
    lastName: 'Reid',
    role: 'user',
    createdDaysAgo: 74,
    signedInHoursAgo: 400,
    signIns: { [SITE]: [6, 1], TaxMate: [5, 0] },
    blacklist: {
      by: AROHA,
      daysAgo: 16,
      forDays: null,
      reason: 'Several accounts with the same card, all charged back.',
    },
  },
  {
    email: 'dylan.marsh@example.com',
    firstName: 'Dylan',
    lastName: 'Marsh',
    role: 'user',
    createdDaysAgo: 41,
    signedInHoursAgo: 130,
    signIns: { [SITE]: [11, 5] },
    blacklist: {
      by: TOM,
      daysAgo: 5,
      forDays: 30,
      reason: 'Abusive messages to support. You can sign in again after a month.',
    },
  },
  {
    email: 'sione.faleafa@example.com',
    firstName: 'Sione',
    lastName: 'Faleafā',
    role: 'user',
    createdDaysAgo: 150,
    signedInHoursAgo: 44,
    signIns: { [SITE]: [22, 9], TaxMate: [7, 2] },
  },
  {
    email: 'ngaire.tane@example.com',
    firstName: 'Ngaire',
    lastName: 'Tāne',
    role: 'user',
    createdDaysAgo: 133,
    signedInHoursAgo: 5,
    signIns: { [SITE]: [27, 4] },
  },
  {
    email: 'oliver.grant@example.com',
    firstName: 'Oliver',
    lastName: 'Grant',
    role: 'user',
    createdDaysAgo: 120,
    signedInHoursAgo: 820,
    signIns: { [SITE]: [2, 0] },
  },
  {
    email: 'amelia.chen@example.com',
    firstName: 'Amelia',
    lastName: 'Chen',
    role: 'user',
    createdDaysAgo: 112,
    signedInHoursAgo: 15,
    signIns: { [SITE]: [19, 7], GenMate: [6, 0] },
  },
  {
    email: 'rawiri.paki@example.com',
    firstName: 'Rawiri',
    lastName: 'Paki',
    role: 'user',
    createdDaysAgo: 88,
    signedInHoursAgo: 200,
    signIns: { [SITE]: [8, 1] },
  },
  {
    email: 'isla.mackenzie@example.com',
    firstName: 'Isla',
    lastName: 'Mackenzie',
    role: 'user',
    createdDaysAgo: 66,
    signedInHoursAgo: 36,
    signIns: { [SITE]: [10, 3], TaxMate: [4, 1] },
  },
  {
    email: 'arjun.patel@example.com',
    firstName: 'Arjun',
    lastName: 'Patel',
    role: 'user',
    createdDaysAgo: 58,
    signedInHoursAgo: 12,
    signIns: { [SITE]: [16, 2] },
  },
  {
    email: 'moana.rewi@example.com',
    firstName: 'Moana',
    lastName: 'Rewi',
    role: 'user',
    createdDaysAgo: 47,
    signedInHoursAgo: 96,
    signIns: { [SITE]: [5, 0] },
  },
  {
    email: 'george.pask@example.com',
    firstName: 'George',
    lastName: 'Pask',
    role: 'user',
    createdDaysAgo: 33,
    signedInHoursAgo: 33 * 24,
    signIns: { [SITE]: [1, 0] },
  },
  {
    email: 'siobhan.kelly@example.com',
    firstName: 'Siobhan',
    lastName: 'Kelly',
    role: 'user',
    createdDaysAgo: 24,
    signedInHoursAgo: 60,
    signIns: { [SITE]: [7, 2] },
  },
  {
    email: 'tevita.latu@example.com',
    firstName: 'Tevita',
    lastName: 'Latu',
    role: 'user',
    createdDaysAgo: 17,
    signedInHoursAgo: 7,
    signIns: { [SITE]: [9, 1], GenMate: [3, 0] },
  },
  {
    email: 'emma.lindqvist@example.com',
    firstName: 'Emma',
    lastName: 'Lindqvist',
    role: 'user',
    createdDaysAgo: 6,
    signedInHoursAgo: 48,
    signIns: { [SITE]: [2, 1] },
  },
  {
    email: 'kahu.waaka@example.com',
    firstName: 'Kahu',
    lastName: 'Waaka',
    role: 'user',
    createdDaysAgo: 2,
    signedInHoursAgo: 4,
    signIns: { [SITE]: [3, 0] },
  },
];
