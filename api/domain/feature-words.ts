import type { Feature } from './features.ts';

type FeatureWords = {
  label: string;
  hint: string;
  /** What the API answers while it is off. */
  refusal: string;
};

export const featureWords: Record<Feature, FeatureWords> = {
  waiting_lists: {
    label: 'Waiting lists',
    hint: 'Visitors leave their email address, and you invite them.',
    refusal: 'Waiting lists are turned off on this site.',
  },
  subscriptions: {
    label: 'Plans and payments',
    hint: 'Visitors subscribe to your plans. While this is off, subscriptions that people have go on, and so do their payments.',
    refusal: 'Subscriptions are turned off on this site.',
  },
  documentation: {
    label: 'Documentation',
    hint: 'Documents about your products, for people with an account.',
    refusal: 'The documentation is turned off on this site.',
  },
  openshelf: {
    label: 'Works by authors',
    hint: 'A public shelf of what others have written, once your reviewers have approved it.',
    refusal: 'The shelf is turned off on this site.',
  },
};
