/** Addresses that the owner of the demo has given to pages, and those of its products. */
export const demoPaths = {
  taxmate: '/taxmate/home',
  subscribe: '/subscribe',
  comparePackages: '/compare-packages',
  genmate: '/genmate',
  genmateFeatures: '/genmate/features',
  genmatePricing: '/genmate/pricing',
  genmateCommunity: '/genmate/community',
  genmateWaitingList: '/genmate/waitinglist',
  chatmateWaitingList: '/chatmate/waitinglist',
  genmateJoined: '/genmate/waitinglist/joined',
  chatmateJoined: '/chatmate/waitinglist/joined',
  resourcesGenmate: '/resources/genmate',
} as const;

/** Addresses of the pages about the company, in the order of their menu. */
export const companyPaths = {
  about: '/company/about',
  contact: '/company/contact',
  team: '/company/team',
  mission: '/company/mission',
  philosophy: '/company/philosophy',
  milestones: '/company/milestones',
} as const;
