import { closeBrowserWithWorker } from '../browser/worker-browser.ts';

closeBrowserWithWorker();
