import { join } from 'node:path';
import { createApp } from '#api/app.ts';
import type { FirstRunAnswers } from '#api/domain/first-run.ts';
import { firstRunQuestions } from '#api/domain/first-run-questions.ts';
import { seedNewSite } from '#api/jobs/seed-site.ts';
import { openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createFakeClock, type FakeClock } from '../clock/fake-clock.ts';
import { createDirectoryTemplate } from './directory-template.ts';
import { createTestDatabase, type TestApp } from './test-app.ts';

export const NEW_SITE = { siteUrl: 'https://www.tideworks.example', adminEmail: 'owner@tideworks.example' };

/** Puts the database of a site that nobody has set up into a directory. */
export async function prepareNewSite(directory: string): Promise<void> {
  const db = await openDatabase(`file:${join(directory, 'app.db')}`);
  await migrate(db, async () => undefined);
  await seedNewSite(db, createFakeClock().now(), NEW_SITE);
  db.client.close();
}

/** A directory with the database of a site that nobody has set up. */
export const copyNewSite = createDirectoryTemplate(prepareNewSite);

/** The whole API over a site that nobody has set up. */
export async function createNewSiteApp(clock?: FakeClock): Promise<TestApp> {
  const data = await createTestDatabase(copyNewSite, clock);
  return { ...data, app: createApp(data.deps) };
}

/** The answers of a company of Bergen with three products. */
export const TIDEWORKS: FirstRunAnswers = {
  name: 'Tideworks',
  legal_name: 'Tideworks AS',
  logo: null,
  mark: null,
  colour: '#2a8fb5',
  starting_point: 'products',
  products: [
    { name: 'Logbook', tagline: 'The ship’s log, written as you sail.' },
    { name: 'Harbourmaster', tagline: 'Berths and payments on one screen.' },
    { name: 'Tidal', tagline: 'Tide, wind, and when to leave.' },
  ],
  country: 'NO',
  currency: 'NOK',
  locale: 'nb-NO',
  time_zone: 'Europe/Oslo',
  sender_name: '',
  email: 'hei@tideworks.example',
};

export const answerAll = (answers: FirstRunAnswers, version = 1) => ({
  answers,
  answered: [...firstRunQuestions],
  is_postponed: false,
  version,
});
