import { join } from 'node:path';
import { PROJECT_ROOT } from '#db/project-root.ts';
import { bundleForNode } from '../../../scripts/bundling/bundle-for-node.ts';

/** Global setup of the fault tests: they start this server over a hundred times. */
export default (): Promise<void> =>
  bundleForNode(
    join(PROJECT_ROOT, 'tests/support/faults/crash-server.ts'),
    join(PROJECT_ROOT, 'node_modules/.cache/crash-server'),
  );
