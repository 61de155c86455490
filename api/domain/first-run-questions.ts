/** What a new site asks its owner, in this order. */
export const firstRunQuestions = ['name', 'logo', 'colour', 'offer', 'country', 'mail'] as const;
export type FirstRunQuestion = (typeof firstRunQuestions)[number];

export const firstRunQuestionCount = firstRunQuestions.length;
