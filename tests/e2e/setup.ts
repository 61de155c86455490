import { beforeEach } from 'vitest';
import { closeBrowserWithWorker } from '../support/browser/worker-browser.ts';
import { resetDataForRetry } from './site.ts';

closeBrowserWithWorker();
beforeEach(({ task }) => resetDataForRetry(task));
