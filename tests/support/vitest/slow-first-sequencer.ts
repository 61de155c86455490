import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long. Without the durations of an earlier run Vitest starts with the largest files. What waits most of its time stays among the others, which use the processor meanwhile. */
const SLOW_FILES = [
  'e2e/access/accessibility.test.ts',
  'e2e/access/admin-accessibility.test.ts',
  'e2e/journeys/first-run.test.ts',
  'faults/several-servers.test.ts',
  'faults/crash-recovery.test.ts',
  'faults/hostile-html.test.ts',
  'site/publishing/publish-model.test.ts',
  'site/openshelf/shelf-model.test.ts',
  'site/first-run.test.ts',
];

const isSlow = ({ moduleId }: Pick<TestSpecification, 'moduleId'>) =>
  SLOW_FILES.some((file) => moduleId.endsWith(file));

/** Starts with the slow files of each project, so that no worker is left with one of them alone at the end. */
export class SlowFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return putSlowFirst(await super.sort(files));
  }
}

/** Projects stay together and in their order: only files of the same project share a worker. */
export function putSlowFirst<Spec extends { moduleId: string; project: { name: string } }>(files: Spec[]): Spec[] {
  const byProject = Map.groupBy(files, ({ project }) => project.name);
  return [...byProject.values()].flatMap((specs) => [
    ...specs.filter(isSlow),
    ...specs.filter((spec) => !isSlow(spec)),
  ]);
}
