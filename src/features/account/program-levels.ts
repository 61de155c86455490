import type { ProgramLevel } from '#api/domain/enums.ts';

/** How early the levels of a power user program get new features. */
export const programLevels: { name: ProgramLevel; text: string; expect: string }[] = [
  {
    name: 'Alpha',
    text: 'New features as soon as they run. You see ideas first and help shape them.',
    expect: 'Rough edges, and things that change from one week to the next',
  },
  {
    name: 'Beta',
    text: 'Finished features that have passed our tests, a little before everyone else gets them.',
    expect: 'The occasional surprise, fixed quickly',
  },
  {
    name: 'Normal',
    text: 'Features that everyone has. Every account starts here.',
    expect: 'No surprises. Changes are announced and documented',
  },
];
